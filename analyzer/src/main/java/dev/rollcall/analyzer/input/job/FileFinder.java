package dev.rollcall.analyzer.input.job;

import dev.rollcall.analyzer.containment.FileName;
import dev.rollcall.analyzer.containment.FolderWalk;
import dev.rollcall.analyzer.containment.InputLimits.Limit;
import dev.rollcall.analyzer.containment.SourceBoundary;
import dev.rollcall.analyzer.containment.SourceFailure;
import dev.rollcall.analyzer.input.FileNameRank;
import dev.rollcall.analyzer.input.SourceReader;
import dev.rollcall.analyzer.input.archive.ArchiveExpander.Expansion;
import dev.rollcall.analyzer.input.archive.ArchiveFormat;
import dev.rollcall.analyzer.model.Coverage.Unreadable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Finds the sources among files and folders, by their contents. Not thread-safe. */
final class FileFinder {
    private static final String TRACE = ".trace";

    private static final String DANGLING = "a symbolic link to a file that does not exist";
    private static final String UNRECOGNIZED = "of no kind that can be read";

    /** More files than anybody reads about. */
    private static final int MOST_OTHERS = 1000;

    /** Names of archives that hold sources by all appearances. */
    private static final Pattern SOURCES = Pattern.compile("(?i)trace|dump|rank|nccl|log|rollcall|console");

    private final List<SourceReader> readers;
    private final InputRules rules;
    private final Progress progress;
    private final Map<Path, SourceReader> found = new LinkedHashMap<>();
    private final List<Unreadable> unreadable = new ArrayList<>();
    private final List<Path> others = new ArrayList<>();
    private final UnpackedFiles unpacked;

    FileFinder(List<SourceReader> readers, InputRules rules, Progress progress) {
        this.readers = readers;
        this.rules = rules;
        this.progress = progress;
        this.unpacked = new UnpackedFiles(this::isOfUse, rules.limits());
    }

    /**
     * Searches a file, or everything below a folder. A file that the user gave must be a source; a file in a folder must be one
     * only if its name says so.
     */
    void search(Path path) {
        if (!Files.isDirectory(path)) {
            add(examine(path, true), true, 1);
            return;
        }
        FolderWalk walk = new FolderWalk(path, rules.limits(), rules.followLinks(), FileNameRank::called);
        walk.leftOut().forEach(left -> unreadable.add(new Unreadable(FileName.of(left.path()), left.reason())));
        List<Path> files = walk.files();
        ParallelTasks.map(files, file -> examine(file, false), progress, "files examined")
                .forEach(candidate -> add(candidate, false, 1));
        addFailedSources(files);
    }

    /** Returns whether a file in an archive is a source, or may hold some. */
    private boolean isOfUse(Path file, byte[] head) {
        return isArchive(file, head, false) || readers.stream().anyMatch(reader -> reader.recognizes(file, head));
    }

    private static boolean isArchive(Path file, byte[] head, boolean given) {
        return (given || ArchiveFormat.isArchiveName(file.getFileName().toString())) && ArchiveFormat.of(head) != null;
    }

    private void expand(Path archive, boolean given, int depth) {
        Expansion expansion = unpacked.expand(archive);
        int before = found.size() + unreadable.size();
        for (Path file : expansion.files()) {
            add(examine(file, false), false, depth + 1);
        }
        addFailedSources(expansion.files());
        boolean useless = found.size() + unreadable.size() == before;
        boolean expected =
                given || SOURCES.matcher(archive.getFileName().toString()).find();
        if (!expansion.failure().isEmpty() && (expected || !useless)) {
            unreadable.add(new Unreadable(FileName.of(archive), expansion.failure()));
        } else if (useless && (given || archive.toString().endsWith(TRACE))) {
            unreadable.add(new Unreadable(FileName.of(archive), "no file in it is a trace, a PyTorch dump or a log"));
        }
    }

    /**
     * A file whose name differs from a source's only in numbers should be one, too: an empty one is that of a rank that could not write
     * it, a link to nothing that of a rank whose file was not copied.
     */
    private void addFailedSources(List<Path> files) {
        List<Path> unknown = files.stream()
                .filter(file -> !found.containsKey(file.toAbsolutePath().normalize()))
                .toList();
        if (unknown.isEmpty()) {
            return;
        }
        Set<Path> sources =
                found.keySet().stream().map(FileFinder::withoutNumbers).collect(Collectors.toSet());
        Set<String> known = unreadable.stream().map(Unreadable::file).collect(Collectors.toSet());
        for (Path file : unknown) {
            if (sources.contains(withoutNumbers(file.toAbsolutePath().normalize())) && known.add(FileName.of(file))) {
                unreadable.add(new Unreadable(FileName.of(file), reason(file)));
            }
        }
    }

    private static String reason(Path file) {
        try {
            return Files.size(file) == 0 ? "empty" : UNRECOGNIZED;
        } catch (IOException unreadable) {
            return isDangling(file) ? DANGLING : UNRECOGNIZED;
        }
    }

    private static boolean isDangling(Path file) {
        return Files.isSymbolicLink(file) && Files.notExists(file);
    }

    private static Path withoutNumbers(Path source) {
        return Path.of(FileName.of(source)).resolveSibling(FileName.last(source).replaceAll("\\d+", "0"));
    }

    /** Returns the sources with their readers, in the order of the searches, then of the names. */
    Map<Path, SourceReader> found() {
        return found;
    }

    /** Returns the files that should have been sources and are not, with the reasons. */
    List<Unreadable> unreadable() {
        return unreadable;
    }

    /**
     * Returns the files that no reader recognizes and of which nothing else is known, in the order of {@link #found}; only the first
     * {@link #MOST_OTHERS}.
     */
    List<Path> others() {
        return others;
    }

    /** Returns the files that were in archives. */
    UnpackedFiles unpacked() {
        return unpacked;
    }

    /** What a file is: a source with its reader, an archive, a file that should have been a source, or none of these. */
    private record Candidate(Path file, SourceReader reader, boolean archive, Unreadable unreadable) {
        Candidate(Path file, SourceReader reader, Unreadable unreadable) {
            this(file, reader, false, unreadable);
        }
    }

    private void add(Candidate candidate, boolean given, int depth) {
        if (candidate.archive) {
            int known = unreadable.size();
            if (depth <= rules.limits().of(Limit.NESTING)) {
                expand(candidate.file, given, depth);
                if (unreadable.size() == known && others.size() < MOST_OTHERS) {
                    others.add(candidate.file);
                }
            } else {
                unreadable.add(new Unreadable(
                        FileName.of(candidate.file),
                        "an archive within archives: unpack it first, or " + Limit.NESTING.toRaise()));
            }
            return;
        }
        if (candidate.reader != null) {
            found.putIfAbsent(candidate.file.toAbsolutePath().normalize(), candidate.reader);
            return;
        }
        if (candidate.unreadable != null) {
            unreadable.add(candidate.unreadable);
        }
        boolean open =
                candidate.unreadable == null || candidate.unreadable.reason().equals(UNRECOGNIZED);
        if (open && others.size() < MOST_OTHERS) {
            others.add(candidate.file);
        }
    }

    private Candidate examine(Path file, boolean given) {
        try {
            return SourceBoundary.read(rules.limits().time(), () -> candidate(file, given));
        } catch (SourceFailure failure) {
            return new Candidate(file, null, new Unreadable(FileName.of(file), failure.getMessage()));
        }
    }

    private Candidate candidate(Path file, boolean given) throws IOException {
        if (Files.exists(file) && !Files.isRegularFile(file)) {
            throw new IOException("a pipe or a device; give a file or a folder");
        }
        boolean expected = given || file.toString().endsWith(TRACE);
        if (isDangling(file)) {
            return new Candidate(file, null, expected ? new Unreadable(FileName.of(file), DANGLING) : null);
        }
        byte[] head;
        try (InputStream in = Files.newInputStream(file)) {
            head = in.readNBytes(SourceReader.HEAD_LENGTH);
        }
        if (isArchive(file, head, expected)) {
            return new Candidate(file, null, true, null);
        }
        for (SourceReader reader : readers) {
            if (reader.recognizes(file, head)) {
                return new Candidate(file, reader, null);
            }
        }
        String reason = head.length == 0 ? "empty" : UNRECOGNIZED;
        return new Candidate(file, null, expected ? new Unreadable(FileName.of(file), reason) : null);
    }
}
