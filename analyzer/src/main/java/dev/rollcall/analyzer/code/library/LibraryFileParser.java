package dev.rollcall.analyzer.code.library;

import dev.rollcall.analyzer.code.library.LibraryFact.Around.Manner;
import dev.rollcall.analyzer.code.library.LibraryFact.Calls.When;
import dev.rollcall.analyzer.code.library.LibraryFact.Ends.Reach;
import dev.rollcall.analyzer.code.library.LibraryFact.Wraps.Wrapper;
import dev.rollcall.analyzer.code.library.LibraryFile.NameKind;
import dev.rollcall.analyzer.code.value.Axis;
import dev.rollcall.analyzer.code.value.Dependence.Source;
import dev.rollcall.analyzer.model.OperationTraits;
import dev.rollcall.catalogue.ArgumentRole;
import dev.rollcall.catalogue.CatalogueException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import java.util.stream.Collectors;

/** Parses the lines of a {@code .names} file (docs/catalogue.md). Not thread-safe. */
final class LibraryFileParser {
    private static final Pattern WORD = Pattern.compile("[^\\s()]*\\([^()]*\\)[^\\s()]*|\\S+");
    private static final Pattern NAME = Pattern.compile("(\\.?)([\\w$]+)(\\(([^()]*)\\))?(?:@(\\w+))?");
    private static final Pattern POSITION = Pattern.compile("(self|\\d{1,2})(?::(\\w+))?");
    private static final List<String> WITHOUT_WORD = List.of(
            "rank size first last true communicator group mutates pure iterates folds local clock ends exits aborts uniform options"
                    .split(" "));
    private static final List<String> WITH_WORD = List.of(
            "call maybe tuple around wraps wraps_together keeps applies runs registers begins starts holds".split(" "));
    private static final List<String> OTHERS =
            List.of("library module class known_by known_as given names axis environment".split(" "));
    private static final Set<String> WITH_PARAMETERS =
            Set.of("call", "maybe", "rank", "size", "group", "communicator", "options");
    private static final Set<String> OF_ATTRIBUTES =
            Set.of("rank", "size", "first", "last", "true", "communicator", "local", "pure", "holds");
    private static final String NO_CLASS = "known_by, known_as and given need a class line above them";

    private final String source;
    private final LibraryFile file = new LibraryFile();
    private String library;
    private List<String> modules = List.of();
    private List<String> types = List.of();
    private int line;

    /** A name of a line with what is written behind it. */
    private record Named(
            String name,
            boolean attribute,
            Axis axis,
            Map<ArgumentRole, ArgumentPosition> arguments,
            Map<String, ArgumentRole> fields,
            Optional<LibraryFact.Switch> onlyIf) {}

    /** Makes a parser; messages name the file as {@code source}. */
    LibraryFileParser(String source) {
        this.source = source;
    }

    LibraryFile parse(List<String> lines) throws CatalogueException {
        for (String text : lines) {
            line++;
            String bare = text.contains("#") ? text.substring(0, text.indexOf('#')) : text;
            if (!bare.isBlank()) {
                String[] parts = bare.strip().split("\\s+", 2);
                parseLine(parts[0], parts.length > 1 ? parts[1] : "");
            }
        }
        return file.unmodifiable();
    }

    private void parseLine(String kind, String rest) throws CatalogueException {
        List<String> words =
                WORD.matcher(rest).results().map(MatchResult::group).toList();
        boolean isFact = WITHOUT_WORD.contains(kind) || WITH_WORD.contains(kind);
        String kinds = String.join(", ", OTHERS) + ", " + String.join(", ", WITH_WORD) + ", "
                + String.join(", ", WITHOUT_WORD);
        check(isFact || OTHERS.contains(kind), "a line must begin with " + kinds + ", not " + kind);
        check(!words.isEmpty(), kind + " needs at least one word behind it");
        check(library != null || kind.equals("library"), kind + " needs a library line above it");
        check(!modules.isEmpty() || !isFact && !kind.equals("class"), kind + " needs a module line above it");
        String first = words.get(0);
        List<String> others = words.subList(1, words.size());
        switch (kind) {
            case "library" -> {
                library = first;
                modules = List.of();
                types = List.of();
            }
            case "module" -> {
                modules = words;
                types = List.of();
            }
            case "class" -> types = words;
            case "known_by", "known_as" -> {
                check(!types.isEmpty(), NO_CLASS);
                List<String> full = fullTypes();
                words.forEach(word -> file.signs().add(new LibraryFile.Sign(full, word, kind.equals("known_by"))));
            }
            case "given" -> {
                check(!types.isEmpty(), NO_CLASS);
                check(others.size() > 1, "given needs a parameter and methods behind " + first);
                LibraryFile.Given given = new LibraryFile.Given(full(first), others.subList(1, others.size()));
                for (String type : fullTypes()) {
                    check(
                            file.given().put(new LibraryFile.Parameter(type, others.get(0)), given) == null,
                            "given is said twice of " + others.get(0));
                }
            }
            case "names" -> {
                NameKind name = one(NameKind.class, first, kind);
                file.patterns()
                        .put(
                                name,
                                pattern(
                                        rest.substring(first.length()).strip(),
                                        file.patterns().get(name)));
            }
            case "axis" -> others.forEach(prefix -> file.axes().put(prefix, first));
            case "environment" -> {
                check(first.matches("rank|size"), "environment must be followed by rank or size, not " + first);
                for (String word : others) {
                    Named name = named(kind, word);
                    file.settings().put(name.name, fact(first, "", name, ""));
                }
            }
            default -> facts(kind, words);
        }
    }

    private List<String> fullTypes() {
        return modules.stream()
                .flatMap(module -> types.stream().map(type -> module + "." + type))
                .toList();
    }

    private Pattern pattern(String expression, Pattern other) throws CatalogueException {
        try {
            return Pattern.compile(expression + (other == null ? "" : "|" + other.pattern()));
        } catch (PatternSyntaxException e) {
            throw error("names needs a regular expression: " + e.getDescription());
        }
    }

    private void facts(String kind, List<String> words) throws CatalogueException {
        int last = words.size() - 2;
        boolean returns = last > 0 && words.get(last).equals("->");
        String result = returns ? words.get(last + 1) : "";
        List<String> names = words.subList(WITH_WORD.contains(kind) ? 1 : 0, returns ? last : words.size());
        check(!names.isEmpty(), kind + " needs a name behind " + words.get(0));
        check(!returns || kind.equals("call") || kind.equals("maybe"), kind + " needs nothing behind ->");
        for (String each : names) {
            Named name = named(kind, each);
            LibraryFact fact = fact(kind, words.get(0), name, result);
            file.entries().add(new LibraryEntry(library, modules, types, name.name, name.attribute, fact));
        }
    }

    private Named named(String kind, String word) throws CatalogueException {
        Matcher matcher = NAME.matcher(word);
        check(matcher.matches(), "a name must be NAME, .ATTRIBUTE or NAME(PARAMETER PARAMETER:ROLE)@AXIS, not " + word);
        String name = matcher.group(2);
        boolean isAttribute = !matcher.group(1).isEmpty();
        check(
                !isAttribute || OF_ATTRIBUTES.contains(kind),
                "an attribute cannot be " + kind + "; remove the dot before " + name);
        String parameters = matcher.group(4) == null ? "" : matcher.group(4).strip();
        check(parameters.isEmpty() || WITH_PARAMETERS.contains(kind), kind + " needs no parameters; write " + name);
        Axis axis = matcher.group(5) == null ? Axis.WORLD : new Axis.Grid(matcher.group(5));
        Map<ArgumentRole, ArgumentPosition> arguments = new EnumMap<>(ArgumentRole.class);
        Map<String, ArgumentRole> fields = new HashMap<>();
        Optional<LibraryFact.Switch> onlyIf = Optional.empty();
        int index = 0;
        for (String each : parameters.isEmpty() ? new String[0] : parameters.split("\\s+")) {
            String[] parts = each.split(":", 2);
            ArgumentPosition position = parts[0].equals("self")
                    ? new ArgumentPosition(ArgumentPosition.OBJECT, "")
                    : new ArgumentPosition(index++, parts[0]);
            String role = parts.length > 1 ? parts[1] : "ignored";
            if (role.equals("if") || role.equals("unless")) {
                onlyIf = Optional.of(new LibraryFact.Switch(position, role.equals("if")));
            } else if (!role.equals("ignored")) {
                ArgumentRole known = one(ArgumentRole.class, role, "a colon");
                fields.put(parts[0], known);
                ArgumentPosition before = arguments.put(known, position);
                check(before == null || kind.equals("options"), "two parameters of " + name + " are " + role);
            }
        }
        return new Named(name, isAttribute, axis, arguments, fields, onlyIf);
    }

    private LibraryFact fact(String kind, String word, Named name, String result) throws CatalogueException {
        return switch (kind) {
            case "call", "maybe" ->
                new LibraryFact.Collective(
                        word,
                        name.arguments,
                        agreeing(word, name.arguments, result.equals("result")),
                        kind.equals("call"),
                        name.onlyIf,
                        returned(result));
            case "rank" -> new LibraryFact.RankOf(name.axis, name.arguments);
            case "size" -> new LibraryFact.SizeOf(name.axis, name.arguments);
            case "tuple" -> {
                List<LibraryFact> items = new ArrayList<>();
                for (String each : word.split(",", -1)) {
                    check(
                            each.matches("rank|size|local"),
                            "tuple must be followed by rank, size, local and commas, not " + word);
                    Named item = named("rank", each.equals("local") ? "rank@local" : "rank");
                    items.add(fact(each.equals("size") ? each : "rank", "", item, ""));
                }
                yield new LibraryFact.TupleOf(items);
            }
            case "first", "last" -> new LibraryFact.EdgeOf(name.axis, kind.equals("last"));
            case "true" -> new LibraryFact.AlwaysTrue();
            case "communicator" -> new LibraryFact.GroupOf(name.axis, name.arguments);
            case "group" -> new LibraryFact.NewGroup(name.arguments, true, name.onlyIf, false);
            case "around" -> new LibraryFact.Around(one(Manner.class, word, kind));
            case "wraps", "wraps_together" ->
                new LibraryFact.Wraps(one(Wrapper.class, word, kind), kind.equals("wraps_together"));
            case "keeps" -> new LibraryFact.Keeps(position(kind, word));
            case "applies" -> calls(position(kind, word), When.NOW);
            case "runs" -> calls(position(kind, word), When.ONCE);
            case "registers" -> calls(position(kind, word), When.LATER);
            case "begins" -> calls(position(kind, word), When.BEGINS);
            case "starts" -> calls(position(kind, word), When.STARTS);
            case "mutates" -> new LibraryFact.Mutates();
            case "pure" -> new LibraryFact.Pure();
            case "iterates", "folds" -> new LibraryFact.Iterates(kind.equals("iterates"));
            case "local" -> new LibraryFact.Differs(Source.LOCAL_DATA);
            case "clock" -> new LibraryFact.Differs(Source.CLOCK);
            case "ends" -> new LibraryFact.Ends(Reach.PROCESS);
            case "exits" -> new LibraryFact.Ends(Reach.BY_EXCEPTION);
            case "aborts" -> new LibraryFact.Ends(Reach.JOB);
            case "uniform" -> new LibraryFact.ThrownByAll();
            case "holds" -> holds(word);
            default -> new LibraryFact.Options(name.fields);
        };
    }

    private LibraryFact holds(String type) {
        return new LibraryFact.Holds(full(type));
    }

    /** Returns the full name of a class that a line names: one without a module is in the first of the lines around it. */
    private String full(String type) {
        return type.contains(".") ? type : modules.get(0) + "." + type;
    }

    /** Returns the object that a call returns, by its class, or by those of a tuple, in which a line is any value. */
    private Optional<LibraryFact> returned(String result) {
        if (result.isEmpty() || result.equals("result")) {
            return Optional.empty();
        }
        return Optional.of(
                result.contains(",")
                        ? new LibraryFact.TupleOf(Arrays.stream(result.split(",", -1))
                                .map(each -> each.equals("-") ? new LibraryFact.Pure() : holds(each))
                                .toList())
                        : holds(result));
    }

    private static LibraryFact calls(ArgumentPosition function, When when) {
        return new LibraryFact.Calls(function.index(), when, function.name());
    }

    /** Returns the roles whose values are the same on all ranks afterwards. */
    static Set<ArgumentRole> agreeing(
            String operation, Map<ArgumentRole, ArgumentPosition> arguments, boolean isResult) {
        OperationTraits traits = OperationTraits.of(operation);
        boolean inPlace = arguments.containsKey(ArgumentRole.INPUT)
                && !arguments.containsKey(ArgumentRole.OUTPUT)
                && !Set.of(OperationTraits.ALL_GATHER, OperationTraits.ALL_GATHER_OBJECT)
                        .contains(traits);
        return !traits.sameResult()
                ? Set.of()
                : Set.of(inPlace && !isResult ? ArgumentRole.INPUT : ArgumentRole.OUTPUT);
    }

    private ArgumentPosition position(String kind, String word) throws CatalogueException {
        Matcher matcher = POSITION.matcher(word);
        check(matcher.matches(), kind + " needs the argument's position first: 0, 1:target or self, not " + word);
        int index = word.startsWith("self") ? ArgumentPosition.OBJECT : Integer.parseInt(matcher.group(1));
        return new ArgumentPosition(index, matcher.group(2) == null ? "" : matcher.group(2));
    }

    /** Returns the constant that a word names in small letters. */
    private <E extends Enum<E>> E one(Class<E> type, String word, String before) throws CatalogueException {
        for (E each : type.getEnumConstants()) {
            if (each.name().toLowerCase(Locale.ROOT).equals(word)) {
                return each;
            }
        }
        String allowed = Arrays.stream(type.getEnumConstants())
                .map(each -> each.name().toLowerCase(Locale.ROOT))
                .collect(Collectors.joining(", "));
        throw error(before + " must be followed by one of " + allowed + ", not " + word);
    }

    private void check(boolean isRight, String otherwise) throws CatalogueException {
        if (!isRight) {
            throw error(otherwise);
        }
    }

    private CatalogueException error(String what) {
        return new CatalogueException(source + ":" + line + ": " + what);
    }
}
