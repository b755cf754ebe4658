package dev.rollcall.analyzer.code.library;

import dev.rollcall.analyzer.code.library.LibraryFile.NameKind;
import dev.rollcall.analyzer.code.value.Axis;
import dev.rollcall.analyzer.code.value.Dependence.Source;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What Python programs call the rank, the number of ranks, and whether this is the first one. A name says something only where
 * nothing better is known: neither the value, nor the library that has it. Not thread-safe.
 */
final class RankNames {
    private static final int LONGEST = 100;
    private static final String RANK = "rank";

    /** Names that also other things have, such as devices: of these only a member of a {@link NameKind#OWNER} is this process's rank. */
    private static final Set<String> PLAIN = Set.of(RANK, "process_index");

    private static final Pattern OF_AXIS = Pattern.compile(
            "(?:get_|my_)?(\\w+)_(rank|world_size|(?:process_)?group)|is_(\\w+)_(first|last)_(?:stage|rank)");

    /** A property that is this process's rank: {@code rank}, {@code job.rank}, {@code my-local-rank}; not {@code saver.rank}. */
    private static final Pattern PROPERTY =
            Pattern.compile("(.*[._-])?((my|local|global|world|job|mpi|process|proc|task|worker)[._-]?)+rank|rank");

    private static final Pattern PROPERTY_SIZE =
            Pattern.compile("(.*[._-])?(world[._-]?size|num[._-]?(ranks|processes)|nranks)");

    private static final Pattern WORD_IN_NAME = Pattern.compile("([a-z])([A-Z])");
    private static final Pattern UNDERSCORES_AT_ENDS = Pattern.compile("^_+|_+$");

    private final List<LibraryFile> files;
    private final Map<String, String> axes = new HashMap<>();
    private final Map<String, LibraryFact> settings = new HashMap<>();
    private final Map<String, Optional<LibraryFact>> distinctive = new HashMap<>();

    RankNames(List<LibraryFile> files) {
        this.files = List.copyOf(files);
        files.forEach(file -> axes.putAll(file.axes()));
        files.forEach(file -> settings.putAll(file.settings()));
    }

    /** Returns what a parameter holds that no visible call passes. */
    Optional<LibraryFact> parameter(String name) {
        String bare = bare(name);
        return matches(NameKind.LOCAL, bare)
                ? Optional.of(new LibraryFact.Differs(Source.LOCAL_DATA))
                : PLAIN.contains(bare) ? Optional.of(rank(bare)) : distinctive(bare);
    }

    /**
     * Returns what an attribute holds, or a function returns.
     *
     * @param owner the name of the object or module that has it: it decides what a plain name is, such as {@code rank} alone
     */
    Optional<LibraryFact> member(String owner, String name) {
        String bare = bare(name);
        return !PLAIN.contains(bare)
                ? distinctive(bare)
                : matches(NameKind.OWNER, bare(owner)) ? Optional.of(rank(bare)) : Optional.empty();
    }

    /** Returns what a decorator does. */
    Optional<LibraryFact> decorator(String name) {
        return matches(NameKind.ONLY_FIRST, bare(name))
                ? Optional.of(new LibraryFact.Around(LibraryFact.Around.Manner.FIRST))
                : Optional.empty();
    }

    /** Returns what an environment variable or system property holds. */
    Optional<LibraryFact> setting(String name) {
        LibraryFact known = settings.get(name);
        if (known != null || name.length() > LONGEST) {
            return Optional.ofNullable(known);
        }
        String words = WORD_IN_NAME.matcher(name).replaceAll("$1.$2").toLowerCase(Locale.ROOT);
        return PROPERTY.matcher(words).matches()
                ? Optional.of(rank(words))
                : PROPERTY_SIZE.matcher(words).matches() ? Optional.of(size(Axis.WORLD)) : Optional.empty();
    }

    private Optional<LibraryFact> distinctive(String bare) {
        return distinctive.computeIfAbsent(bare, this::findDistinctive);
    }

    private Optional<LibraryFact> findDistinctive(String bare) {
        if (matches(NameKind.RANK, bare)) {
            return Optional.of(rank(bare));
        }
        if (matches(NameKind.SIZE, bare)) {
            return Optional.of(size(axis(bare)));
        }
        boolean isLast = matches(NameKind.LAST, bare);
        return isLast || matches(NameKind.FIRST, bare)
                ? Optional.of(new LibraryFact.EdgeOf(axis(bare), isLast))
                : alongAxis(bare).or(() -> ofPart(bare));
    }

    private Optional<LibraryFact> ofPart(String bare) {
        return matches(NameKind.PART, bare) ? Optional.of(new LibraryFact.Differs(Source.RANK)) : Optional.empty();
    }

    private Optional<LibraryFact> alongAxis(String bare) {
        Matcher matcher = OF_AXIS.matcher(bare);
        String name =
                matcher.matches() ? axes.get(matcher.group(1) == null ? matcher.group(3) : matcher.group(1)) : null;
        if (name == null) {
            return Optional.empty();
        }
        Axis axis = new Axis.Grid(name);
        String what = matcher.group(2);
        return Optional.of(
                what == null
                        ? new LibraryFact.EdgeOf(axis, matcher.group(4).equals("last"))
                        : what.equals(RANK)
                                ? new LibraryFact.RankOf(axis, Map.of())
                                : what.endsWith("size") ? size(axis) : new LibraryFact.GroupOf(axis));
    }

    private static LibraryFact rank(String name) {
        return new LibraryFact.RankOf(axis(name), Map.of());
    }

    private static LibraryFact size(Axis axis) {
        return new LibraryFact.SizeOf(axis, Map.of());
    }

    private static Axis axis(String name) {
        return name.contains("local") ? Axis.LOCAL : Axis.WORLD;
    }

    private boolean matches(NameKind kind, String bare) {
        return files.stream()
                .map(file -> file.patterns().get(kind))
                .anyMatch(pattern -> pattern != null && pattern.matcher(bare).matches());
    }

    /** Returns a name without underscores at its ends, in small letters; a very long one means nothing. */
    private static String bare(String name) {
        return name.length() > LONGEST
                ? ""
                : UNDERSCORES_AT_ENDS.matcher(name).replaceAll("").toLowerCase(Locale.ROOT);
    }
}
