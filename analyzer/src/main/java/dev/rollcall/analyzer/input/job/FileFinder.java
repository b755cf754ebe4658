package dev.rollcall.analyzer.input.job;

import dev.rollcall.analyzer.input.IoErrorText;
import dev.rollcall.analyzer.input.SourceReader;
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
import java.util.stream.Collectors;

/** Finds the sources among files and folders, by their content. Not thread-safe. */
final class FileFinder {
    private static final String TRACE = ".trace";

    private final List<SourceReader> readers;
    private final Progress progress;
    private final Map<Path, SourceReader> found = new LinkedHashMap<>();
    private final List<Unreadable> unreadable = new ArrayList<>();

    FileFinder(List<SourceReader> readers, Progress progress) {
        this.readers = readers;
        this.progress = progress;
    }

    /**
     * Looks at a file, or at everything below a folder. A file that was named must be a source; one that was found must
     * only be if its name says so.
     */
    void search(Path path) {
        if (!Files.isDirectory(path)) {
            note(look(path, true));
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
                        unreadable.add(new Unreadable(file.toString(), "a symbolic link to nothing"));
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
        ParallelTasks.map(List.copyOf(files), file -> look(file, false), progress.of("files looked at"))
                .forEach(this::note);
        lookAgainAtEmptyOnes(files);
    }

    /** An empty file beside sources that are called like it, but for their numbers, is what a rank did not get to write. */
    private void lookAgainAtEmptyOnes(Set<Path> files) {
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

    /** Returns the sources with their readers, in order of finding, then of name. */
    Map<Path, SourceReader> found() {
        return found;
    }

    /** Returns what should have been a source and was not. */
    List<Unreadable> unreadable() {
        return unreadable;
    }

    /** What a look at a file showed; no reader where it is no source, and a reason where it should be one. */
    private record Look(Path file, SourceReader reader, Unreadable unreadable) {}

    private void note(Look look) {
        if (look.reader != null) {
            found.putIfAbsent(look.file.toAbsolutePath().normalize(), look.reader);
        } else if (look.unreadable != null) {
            unreadable.add(look.unreadable);
        }
    }

    private Look look(Path file, boolean named) {
        if (Files.exists(file) && !Files.isRegularFile(file)) {
            return new Look(file, null, new Unreadable(file.toString(), "a pipe or a device: give a file or a folder"));
        }
        byte[] head;
        try (InputStream in = Files.newInputStream(file)) {
            head = in.readNBytes(SourceReader.HEAD);
        } catch (IOException e) {
            return new Look(file, null, new Unreadable(file.toString(), IoErrorText.of(e)));
        }
        for (SourceReader reader : readers) {
            if (reader.recognizes(file, head)) {
                return new Look(file, reader, null);
            }
        }
        boolean expected = named || file.toString().endsWith(TRACE);
        if (ArchiveDetector.named(file.getFileName().toString()) || expected && ArchiveDetector.holds(head)) {
            return new Look(file, null, new Unreadable(file.toString(), ArchiveDetector.REASON));
        }
        String reason = head.length == 0 ? "empty" : "not a trace, a PyTorch dump or a log of NCCL";
        return new Look(file, null, expected ? new Unreadable(file.toString(), reason) : null);
    }
}
