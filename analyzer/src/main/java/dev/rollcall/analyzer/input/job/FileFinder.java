package dev.rollcall.analyzer.input.job;

import dev.rollcall.analyzer.input.IoErrorText;
import dev.rollcall.analyzer.input.SourceReader;
import dev.rollcall.analyzer.input.archive.ArchiveExpander;
import dev.rollcall.analyzer.input.archive.ArchiveExpander.Expansion;
import dev.rollcall.analyzer.input.archive.ArchiveFormat;
import dev.rollcall.analyzer.model.Coverage.Unreadable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.FileSystemLoopException;
import java.nio.file.FileVisitOption;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Finds the sources among files and folders, by their contents. Not thread-safe. */
final class FileFinder {
    private static final String TRACE = ".trace";

    private static final String UNRECOGNIZED = "of no kind that can be read";

    /** More files than anybody reads about. */
    private static final int MOST_OTHERS = 1000;
    /** Names of archives that hold sources by all appearances. */
    private static final Pattern SOURCES = Pattern.compile("(?i)trace|dump|rank|nccl|log|rollcall|console");

    private final List<SourceReader> readers;
    private final Progress progress;
    private final Map<Path, SourceReader> found = new LinkedHashMap<>();
    private final List<Unreadable> unreadable = new ArrayList<>();
    private final List<Path> others = new ArrayList<>();
    private final UnpackedFiles unpacked = new UnpackedFiles(this::isOfUse);

    FileFinder(List<SourceReader> readers, Progress progress) {
        this.readers = readers;
        this.progress = progress;
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
        TreeSet<Path> files = new TreeSet<>();
        try {
            Files.walkFileTree(path, EnumSet.of(FileVisitOption.FOLLOW_LINKS), 32, new SimpleFileVisitor<>() {
                @Override
                public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                    if (attributes.isRegularFile()) {
                        files.add(file);
                    } else if (attributes.isSymbolicLink() && file.toString().endsWith(TRACE)) {
                        unreadable.add(
                                new Unreadable(file.toString(), "a symbolic link to a file that does not exist"));
                    }
                    return FileVisitResult.CONTINUE;
                }

                @Override
                public FileVisitResult visitFileFailed(Path file, IOException failure) {
                    if (failure instanceof FileSystemLoopException) {
                        return FileVisitResult.CONTINUE;
                    }
                    unreadable.add(new Unreadable(file.toString(), IoErrorText.of(failure)));
                    return FileVisitResult.CONTINUE;
                }
            });
        } catch (IOException e) {
            unreadable.add(new Unreadable(path.toString(), IoErrorText.of(e)));
        }
        ParallelTasks.map(List.copyOf(files), file -> examine(file, false), progress, "files examined")
                .forEach(candidate -> add(candidate, false, 1));
        addEmptySources(files);
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
        addEmptySources(Set.copyOf(expansion.files()));
        boolean useless = found.size() + unreadable.size() == before;
        boolean expected =
                given || SOURCES.matcher(archive.getFileName().toString()).find();
        if (!expansion.failure().isEmpty() && (expected || !useless)) {
            unreadable.add(new Unreadable(archive.toString(), expansion.failure()));
        } else if (useless && (given || archive.toString().endsWith(TRACE))) {
            unreadable.add(new Unreadable(archive.toString(), "no file in it is a trace, a PyTorch dump or a log"));
        }
    }

    /** An empty file whose name differs from a source's only in numbers is the file of a rank that could not write it. */
    private void addEmptySources(Set<Path> files) {
        List<Path> empty =
                files.stream().filter(file -> file.toFile().length() == 0).toList();
        if (empty.isEmpty()) {
            return;
        }
        Set<Path> sources =
                found.keySet().stream().map(FileFinder::withoutNumbers).collect(Collectors.toSet());
        for (Path file : empty) {
            Path path = file.toAbsolutePath().normalize();
            if (!found.containsKey(path) && sources.contains(withoutNumbers(path))) {
                unreadable.add(new Unreadable(file.toString(), "empty"));
            }
        }
    }

    private static Path withoutNumbers(Path source) {
        return source.resolveSibling(source.getFileName().toString().replaceAll("\\d+", "0"));
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
            if (depth <= ArchiveExpander.MOST_NESTED) {
                expand(candidate.file, given, depth);
                if (unreadable.size() == known && others.size() < MOST_OTHERS) {
                    others.add(candidate.file);
                }
            } else {
                unreadable.add(
                        new Unreadable(candidate.file.toString(), "an archive within archives: unpack it first"));
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
        if (Files.exists(file) && !Files.isRegularFile(file)) {
            return new Candidate(
                    file, null, new Unreadable(file.toString(), "a pipe or a device; give a file or a folder"));
        }
        byte[] head;
        try (InputStream in = Files.newInputStream(file)) {
            head = in.readNBytes(SourceReader.HEAD_LENGTH);
        } catch (IOException e) {
            return new Candidate(file, null, new Unreadable(file.toString(), IoErrorText.of(e)));
        }
        if (isArchive(file, head, given || file.toString().endsWith(TRACE))) {
            return new Candidate(file, null, true, null);
        }
        try {
            for (SourceReader reader : readers) {
                if (reader.recognizes(file, head)) {
                    return new Candidate(file, reader, null);
                }
            }
        } catch (RuntimeException | StackOverflowError e) {
            return new Candidate(file, null, new Unreadable(file.toString(), IoErrorText.of(e)));
        }
        boolean expected = given || file.toString().endsWith(TRACE);
        String reason = head.length == 0 ? "empty" : UNRECOGNIZED;
        return new Candidate(file, null, expected ? new Unreadable(file.toString(), reason) : null);
    }
}
