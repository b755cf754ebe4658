package dev.rollcall.analyzer.code.library;

import dev.rollcall.analyzer.code.form.Callee;
import dev.rollcall.analyzer.code.form.CodeProgram;
import dev.rollcall.analyzer.code.form.FunctionId;
import dev.rollcall.analyzer.code.form.LibraryName;
import dev.rollcall.analyzer.code.form.Literal;
import dev.rollcall.catalogue.ArgumentRole;
import dev.rollcall.catalogue.Catalogue;
import dev.rollcall.catalogue.CatalogueEntry;
import dev.rollcall.catalogue.CatalogueException;
import dev.rollcall.catalogue.EntryKind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The libraries of the recorder's catalogue, of this package's {@code .names} files and of the user's. A fact that follows from a
 * name alone has an empty library. Not thread-safe.
 */
public final class LibraryCatalogue implements Libraries {
    static final List<String> BUILT_IN = List.of(
            ("torch accelerate transformers trl lightning deepspeed megatron horovod mpi4py ray colossalai ignite jax paddle "
                            + "composer speechbrain fairseq xgboost mindspore neuron classyvision flashy vision python java ranks")
                    .split(" "));
    private static final String BUILTINS = "builtins";
    private static final String JAVA = "java";

    /** The class of the members that say something in Python whatever object they are called on. */
    private static final String ANY_OBJECT = BUILTINS + ".object.";

    private static final String CONSTRUCTOR = "<init>";
    private static final Pattern GETTER = Pattern.compile("_*(get|is)_.*");
    private static final Pattern WORD_IN_NAME = Pattern.compile("([a-z])([A-Z])");

    /** Read once. */
    private static final class BuiltIn {
        static final List<LibraryFile> FILES =
                BUILT_IN.stream().map(LibraryFile::builtIn).toList();
    }

    private final Catalogue calls;
    private final List<LibraryFile> files;
    private final RankNames rankNames;
    private final Map<String, List<LibraryEntry>> entries = new HashMap<>();
    private final Set<String> modules = new HashSet<>();
    private final Set<String> types = new HashSet<>();
    private final Set<String> classes = new HashSet<>();
    private final Set<String> communicating = new HashSet<>();
    private final Map<String, Map<String, LibraryFile.Given>> given = new HashMap<>();
    private final Set<String> recognized = new LinkedHashSet<>();

    private LibraryCatalogue(Catalogue calls, List<LibraryFile> files) {
        this.calls = calls;
        this.files = List.copyOf(files);
        rankNames = new RankNames(files);
        for (LibraryFile file : files) {
            file.given()
                    .forEach((parameter, each) -> given.computeIfAbsent(parameter.name(), name -> new HashMap<>())
                            .put(parameter.type(), each));
            for (LibraryEntry entry : file.entries()) {
                entries.computeIfAbsent(entry.name(), name -> new ArrayList<>()).add(entry);
                modules.addAll(entry.modules());
                classes.addAll(entry.types());
                for (String module : entry.modules()) {
                    entry.types().forEach(type -> types.add(module + "." + type));
                    if (communicates(entry.fact())) {
                        entry.types().forEach(type -> communicating.add(module + "." + type));
                    }
                }
            }
        }
    }

    /** Returns the built-in libraries and those of a catalogue of the recorder. */
    public static LibraryCatalogue of(Catalogue calls) {
        return new LibraryCatalogue(calls, BuiltIn.FILES);
    }

    /**
     * Returns these libraries and those of a user's file, in either form of docs/catalogue.md.
     *
     * @throws CatalogueException if a line has a wrong form; the message names the file, the line and what is allowed
     * @throws IOException if the file cannot be read
     */
    public LibraryCatalogue with(Path file) throws IOException, CatalogueException {
        if (!LibraryFile.hasForm(Files.readAllLines(file))) {
            return new LibraryCatalogue(calls.with(file), files);
        }
        return new LibraryCatalogue(
                calls,
                Stream.concat(files.stream(), Stream.of(LibraryFile.read(file))).toList());
    }

    @Override
    public Optional<Found> find(CodeProgram program, Callee callee, ReceiverHint hint) {
        if (callee instanceof Callee.Virtual virtual) {
            return virtual.descriptor().isEmpty()
                    ? member(program, virtual.name(), false, ofDecorator(virtual, hint))
                    : javaMethod(program, virtual.owner(), virtual.name(), virtual.descriptor(), true);
        }
        if (callee instanceof Callee.Constructor made) {
            return made.descriptor().isEmpty()
                    ? first(program.supertypes(made.type()).stream().map(this::function))
                    : javaMethod(program, made.type(), CONSTRUCTOR, made.descriptor(), false);
        }
        if (callee instanceof Callee.Named named) {
            return named.descriptor().isEmpty()
                    ? function(named.name()).or(() -> byName(named.name()))
                    : javaMethod(program, owner(named.name()), last(named.name()), named.descriptor(), false);
        }
        return callee instanceof Callee.Exact exact ? ofProgram(program, exact.function()) : Optional.empty();
    }

    /** Returns the fact about a function of the program that is a library's: the library itself is what is scanned. */
    private Optional<Found> ofProgram(CodeProgram program, FunctionId function) {
        if (!function.descriptor().isEmpty()) {
            return javaMethod(program, function.owner(), function.name(), function.descriptor(), true);
        }
        String type = function.owner().substring(function.owner().lastIndexOf(':') + 1);
        String full = function.unit().replaceFirst("(/__init__)?\\.py$", "").replace('/', '.')
                + (type.isEmpty() ? "." : "." + type + ".")
                + function.name();
        Optional<Found> found = function(full);
        for (int dot = full.indexOf('.'); dot >= 0 && found.isEmpty(); dot = full.indexOf('.', dot + 1)) {
            found = owner(full.substring(dot + 1)).isEmpty() ? found : function(full.substring(dot + 1));
        }
        return found;
    }

    @Override
    public Optional<Found> attribute(CodeProgram program, String name, ReceiverHint hint) {
        return member(program, name, true, hint);
    }

    @Override
    public Optional<Found> constant(String name) {
        boolean isFunction =
                entry(name, false).isPresent() || GETTER.matcher(last(name)).matches();
        return entry(name, true)
                .or(() -> entry(name, false).filter(entry -> holdsUncalled(entry.fact())))
                .map(this::found)
                .or(() -> isFunction ? Optional.empty() : byName(name));
    }

    /** A decorator needs no call; a class that is tested for or caught is no call of its constructor. */
    private static boolean holdsUncalled(LibraryFact fact) {
        return fact instanceof LibraryFact.Around || fact instanceof LibraryFact.ThrownByAll;
    }

    @Override
    public Optional<String> given(CodeProgram program, FunctionId method, String parameter) {
        Map<String, LibraryFile.Given> byType = given.get(parameter);
        if (byType == null) {
            return Optional.empty();
        }
        return program.supertypes(method.owner()).stream()
                .map(above -> byType.get(catalogued(above)))
                .filter(each -> each != null && each.to(method.name()))
                .findFirst()
                .map(LibraryFile.Given::type);
    }

    @Override
    public Optional<Found> parameter(String name) {
        return rankNames.parameter(name).map(LibraryCatalogue::guessed);
    }

    @Override
    public Optional<Found> setting(String name) {
        return rankNames.setting(name).map(LibraryCatalogue::guessed);
    }

    @Override
    public Set<String> recognized() {
        return new LinkedHashSet<>(recognized);
    }

    /** Returns the names of what communicates: a Python file that comes to none of them needs no analysis. */
    public Set<LibraryName> names() {
        Map<String, Set<String>> ways = ways();
        Set<LibraryName> names = new HashSet<>();
        entries.values()
                .forEach(all -> all.stream()
                        // Python itself calls what has a name between underscores.
                        .filter(entry ->
                                communicates(entry.fact()) && !entry.name().startsWith("__"))
                        .forEach(entry -> names.add(name(entry, ways))));
        return names;
    }

    private LibraryName name(LibraryEntry entry, Map<String, Set<String>> ways) {
        if (entry.modules().contains(BUILTINS)) {
            return LibraryName.of(entry.name());
        }
        Set<String> types = new HashSet<>(entry.types());
        List<String> open = new ArrayList<>(types);
        for (int i = 0; i < open.size(); i++) {
            ways.getOrDefault(open.get(i), Set.of()).stream().filter(types::add).forEach(open::add);
        }
        Set<String> signs = new HashSet<>();
        // Variables are called after a class, and not after a function that returns one of its objects.
        types.stream().filter(classes::contains).forEach(type -> signs.add(inWords(type)));
        files.forEach(file -> file.signs().stream()
                .filter(sign -> sign.types().stream().anyMatch(type -> types.contains(last(type))))
                .forEach(sign -> signs.add(sign.name())));
        return new LibraryName(entry.name(), new HashSet<>(entry.modules()), types, signs);
    }

    /** Returns what leads to an object of a class, by the class: the classes and modules' attributes that hold one. */
    private Map<String, Set<String>> ways() {
        Map<String, Set<String>> ways = new HashMap<>();
        entries.values()
                .forEach(all -> all.forEach(entry -> held(entry.fact()).forEach(type -> {
                    Set<String> from = ways.computeIfAbsent(last(type), key -> new HashSet<>());
                    from.addAll(entry.types());
                    if (entry.types().isEmpty()) {
                        from.add(entry.name());
                    }
                })));
        return ways;
    }

    /** Returns the classes of the objects that an attribute holds or a call returns. */
    private static List<String> held(LibraryFact fact) {
        if (fact instanceof LibraryFact.TupleOf tuple) {
            return tuple.items().stream().flatMap(each -> held(each).stream()).toList();
        }
        if (fact instanceof LibraryFact.Collective call) {
            return call.returns().map(LibraryCatalogue::held).orElse(List.of());
        }
        return fact instanceof LibraryFact.Holds holds ? List.of(holds.type()) : List.of();
    }

    /**
     * Returns the names that may matter to an analysis that has begun elsewhere: those of ranks, numbers of ranks and communicators, and
     * of what communicates, whatever they are a name of.
     */
    public Set<LibraryName> valueNames() {
        Set<LibraryName> names = new HashSet<>();
        entries.forEach((name, all) -> {
            if (all.stream().map(LibraryEntry::fact).anyMatch(LibraryCatalogue::matters)) {
                names.add(LibraryName.of(name));
            }
        });
        return names;
    }

    /** Returns whether a Java class has calls that communicate: code that comes to none of them needs no analysis. */
    public boolean communicates(String type) {
        return calls.ofClass(type).stream().anyMatch(each -> each.kind() == EntryKind.CALL)
                || communicating.contains(type);
    }

    private static boolean communicates(LibraryFact fact) {
        return fact instanceof LibraryFact.Collective
                || fact instanceof LibraryFact.NewGroup
                || fact instanceof LibraryFact.Wraps
                || fact instanceof LibraryFact.Around around && isForOneRank(around.manner());
    }

    private static boolean matters(LibraryFact fact) {
        return isRankValue(fact) || communicates(fact) || fact instanceof LibraryFact.Around;
    }

    private static boolean isForOneRank(LibraryFact.Around.Manner manner) {
        return manner == LibraryFact.Around.Manner.FIRST || manner == LibraryFact.Around.Manner.LAST;
    }

    private static boolean isRankValue(LibraryFact fact) {
        return fact instanceof LibraryFact.RankOf
                || fact instanceof LibraryFact.SizeOf
                || fact instanceof LibraryFact.TupleOf
                || fact instanceof LibraryFact.EdgeOf
                || fact instanceof LibraryFact.AlwaysTrue
                || fact instanceof LibraryFact.GroupOf;
    }

    /** The text before a decorator's name is a variable, or a class. */
    private static ReceiverHint ofDecorator(Callee.Virtual call, ReceiverHint hint) {
        if (hint.equals(ReceiverHint.NONE)
                && call.receiver() instanceof Literal literal
                && literal.value() instanceof Literal.Name text) {
            return new ReceiverHint(List.of(text.name()), Set.of(), last(text.name()));
        }
        return hint;
    }

    private Optional<Found> member(CodeProgram program, String name, boolean isAttribute, ReceiverHint hint) {
        Set<String> above = new LinkedHashSet<>();
        hint.types().forEach(type -> above.addAll(program.supertypes(type)));
        Optional<Found> known = first(above.stream()
                        .map(type -> entry(type + "." + name, isAttribute).map(this::found)))
                .or(() -> above.contains(ReceiverHint.COMMUNICATOR)
                        ? ofCommunicator(name, isAttribute)
                        : Optional.empty());
        boolean isKnown = above.stream().anyMatch(type -> program.type(type).isPresent() || isCatalogued(type));
        if (known.isEmpty() && !isKnown) {
            Set<String> members = new HashSet<>(hint.members());
            members.add(name);
            known = first(typesBySign(members, hint.name()).stream()
                            .map(type -> entry(type + "." + name, isAttribute).map(this::found)))
                    .or(() -> likely(name, isAttribute, hint.name()));
        }
        // A function that is read without a call, to be passed on, has no rank's value.
        boolean isFunction = isAttribute && name.startsWith("get_");
        return known.or(() -> isFunction ? Optional.empty() : byOwner(hint.name(), name))
                .or(() -> isKnown
                        ? Optional.empty()
                        : entry(ANY_OBJECT + name, isAttribute).map(this::found));
    }

    @Override
    public boolean mayCommunicate(String name) {
        return entries.getOrDefault(name, List.of()).stream()
                .anyMatch(each -> each.fact() instanceof LibraryFact.Collective);
    }

    /** Returns what a communicator's member does; the library that made the communicator is recognized by that. */
    private Optional<Found> ofCommunicator(String name, boolean isAttribute) {
        return entries.getOrDefault(name, List.of()).stream()
                .filter(entry -> entry.attribute() == isAttribute && isOfCommunicator(entry.fact()))
                .findFirst()
                .map(entry -> new Found(entry.fact(), "", true));
    }

    private static boolean isOfCommunicator(LibraryFact fact) {
        Map<ArgumentRole, ArgumentPosition> arguments = fact instanceof LibraryFact.Collective call && call.always()
                ? call.arguments()
                : fact instanceof LibraryFact.NewGroup made
                        ? made.arguments()
                        : fact instanceof LibraryFact.RankOf rank
                                ? rank.arguments()
                                : fact instanceof LibraryFact.SizeOf size ? size.arguments() : Map.of();
        ArgumentPosition communicator = arguments.get(ArgumentRole.COMMUNICATOR);
        return communicator != null && communicator.index() == ArgumentPosition.OBJECT;
    }

    private boolean isCatalogued(String type) {
        return types.contains(catalogued(type));
    }

    /** Returns the name that the catalogue has for a class, whichever module of the library it is imported from. */
    private String catalogued(String type) {
        return module(owner(type)) + "." + last(type);
    }

    /** Returns the classes that only an object with such a member or name has; none if it shows those of several libraries. */
    private List<String> typesBySign(Set<String> members, String name) {
        for (boolean isMember : new boolean[] {true, false}) {
            Set<String> shown =
                    isMember ? members : new HashSet<>(List.of(name, name.substring(name.lastIndexOf('_') + 1)));
            List<List<String>> types = files.stream()
                    .map(file -> file.signs().stream()
                            .filter(sign -> sign.isMember() == isMember && shown.contains(sign.name()))
                            .flatMap(sign -> sign.types().stream())
                            .toList())
                    .filter(found -> !found.isEmpty())
                    .toList();
            if (!types.isEmpty()) {
                return types.size() == 1 ? types.get(0) : List.of();
            }
        }
        return List.of();
    }

    /** Returns the fact on which all classes agree that the variable may be named after. */
    private Optional<Found> likely(String name, boolean isAttribute, String variable) {
        List<LibraryEntry> all = entries.getOrDefault(name, List.of()).stream()
                .filter(entry -> !entry.library().equals(JAVA)
                        && entry.attribute() == isAttribute
                        && entry.types().stream().anyMatch(type -> isNamedAfter(variable, type)))
                .toList();
        return all.stream().map(LibraryEntry::fact).distinct().count() == 1
                ? Optional.of(new Found(all.get(0).fact(), all.get(0).library(), false))
                : Optional.empty();
    }

    private static boolean isNamedAfter(String variable, String type) {
        String words = inWords(type);
        return variable.equals(words) || variable.endsWith("_" + words);
    }

    /** Returns what a variable may be called that holds an object of a class: {@code state_tracker}. */
    private static String inWords(String type) {
        return WORD_IN_NAME.matcher(type).replaceAll("$1_$2").toLowerCase(Locale.ROOT);
    }

    /** Returns the fact about a call of a function, a class or a method by its full name. */
    private Optional<Found> function(String full) {
        return entry(full, false)
                .filter(entry -> !(entry.fact() instanceof LibraryFact.ThrownByAll))
                .map(this::found);
    }

    private Optional<Found> byName(String full) {
        String name = last(full);
        return rankNames.decorator(name).map(LibraryCatalogue::guessed).or(() -> byOwner(last(owner(full)), name));
    }

    private Optional<Found> byOwner(String owner, String name) {
        return rankNames.member(owner, name).map(LibraryCatalogue::guessed);
    }

    private static Found guessed(LibraryFact fact) {
        return new Found(fact, "", true);
    }

    private Found found(LibraryEntry entry) {
        if (communicates(entry.fact()) || isRankValue(entry.fact())) {
            recognized.add(entry.library());
        }
        return new Found(entry.fact(), entry.library(), true);
    }

    private Optional<LibraryEntry> entry(String full, boolean isAttribute) {
        List<LibraryEntry> named = entries.getOrDefault(last(full), List.of());
        String owner = owner(full).isEmpty() ? BUILTINS : owner(full);
        String ofModule = named.isEmpty() ? "" : module(owner);
        String ofType = named.isEmpty() ? "" : module(owner(owner).isEmpty() ? BUILTINS : owner(owner));
        return named.stream()
                .filter(entry -> entry.attribute() == isAttribute)
                .filter(entry -> entry.types().isEmpty()
                        ? entry.modules().contains(ofModule)
                        : entry.types().contains(last(owner)) && entry.modules().contains(ofType))
                .findFirst();
    }

    /** Returns the catalogued module that a name is in: itself, or the nearest package above; empty if there is none. */
    private String module(String name) {
        String module = name;
        while (!module.isEmpty() && !modules.contains(module)) {
            module = owner(module);
        }
        return module;
    }

    private static String owner(String full) {
        return full.substring(0, Math.max(full.lastIndexOf('.'), 0));
    }

    private static String last(String full) {
        return full.substring(full.lastIndexOf('.') + 1);
    }

    private Optional<Found> javaMethod(
            CodeProgram program, String owner, String name, String descriptor, boolean hasObject) {
        boolean makes = name.equals(CONSTRUCTOR);
        // A JavaCPP constructor hands its parameters to the native method that the catalogue names.
        String method = makes ? "allocate" : name;
        List<String> above = makes ? List.of(owner) : program.supertypes(owner);
        Optional<CatalogueEntry> entry = above.stream()
                .flatMap(type -> calls.ofClass(type).stream())
                .filter(each -> each.matches(method, descriptor))
                .findFirst()
                .or(() -> makes ? Optional.empty() : inherited(owner, name, descriptor));
        if (entry.isEmpty()) {
            return first(above.stream().map(type -> function(makes ? type : type + "." + name)));
        }
        String library = entry.get().library();
        return CallFacts.of(entry.get(), hasObject).map(fact -> {
            recognized.add(library);
            return new Found(fact, library, true);
        });
    }

    /** What a library's class inherits is written at the class that declares it, which only the library knows. */
    private Optional<CatalogueEntry> inherited(String owner, String name, String descriptor) {
        Set<EntryKind> kinds = Set.of(EntryKind.CALL, EntryKind.RANK, EntryKind.SIZE);
        return calls.ofClass(owner).stream()
                .limit(1)
                .flatMap(own -> calls.entries().stream()
                        .filter(each -> each.library().equals(own.library())
                                && kinds.contains(each.kind())
                                && each.matches(name, descriptor)))
                .findFirst();
    }

    private static <T> Optional<T> first(Stream<Optional<T>> all) {
        return all.flatMap(Optional::stream).findFirst();
    }
}
