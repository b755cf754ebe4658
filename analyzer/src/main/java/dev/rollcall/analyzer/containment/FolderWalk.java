package dev.rollcall.analyzer.containment;

import dev.rollcall.analyzer.containment.InputLimits.Limit;
import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileSystemLoopException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;

/**
 * Finds the regular files below a folder. Each real folder is visited once, whatever links lead to it; links that leave the folder are
 * not followed unless the user asks; pipes, sockets and devices are not opened; a folder that cannot be read is passed over. Not
 * thread-safe.
 */
public final class FolderWalk {
    /** Says that a link leads nowhere. */
    public static final String DANGLING = "a symbolic link to a file that does not exist";

    private static final String OUTSIDE = "a symbolic link out of the folder, which --follow-links follows";
    /** Says that something in a folder is none of the files that are read. */
    public static final String NO_FILE = "a pipe, a socket or a device, which is not opened";

    private final InputLimits limits;
    private final boolean followLinks;
    private final Predicate<Path> entered;
    private final Path realRoot;
    private final Set<Object> visited = new HashSet<>();
    private final TreeSet<Path> files = new TreeSet<>();
    private final Map<String, List<Path>> leftOut = new LinkedHashMap<>();

    /**
     * Walks.
     *
     * @param root a folder
     * @param limits how deep, and how many files
     * @param followLinks whether links out of the folder are followed
     * @param entered whether a folder below the root is entered
     */
    public FolderWalk(Path root, InputLimits limits, boolean followLinks, Predicate<Path> entered) {
        this.limits = limits;
        this.followLinks = followLinks;
        this.entered = entered;
        Path real = root;
        try {
            real = root.toRealPath();
        } catch (IOException | RuntimeException unreadable) {
            leaveOut(IoErrorText.of(unreadable), root);
        }
        this.realRoot = real;
        if (leftOut.isEmpty()) {
            visitFolder(root, 0);
        }
    }

    private void visitFolder(Path folder, int depth) {
        if (depth > limits.of(Limit.DEPTH)) {
            leaveOut(
                    "more than " + limits.text(Limit.DEPTH) + " folders in each other; " + Limit.DEPTH.toRaise(),
                    folder);
            return;
        }
        try {
            BasicFileAttributes attributes = Files.readAttributes(folder, BasicFileAttributes.class);
            if (!visited.add(attributes.fileKey() == null ? folder.toRealPath() : attributes.fileKey())) {
                return;
            }
            try (DirectoryStream<Path> entries = Files.newDirectoryStream(folder)) {
                for (Path entry : entries) {
                    visit(entry, depth);
                }
            }
        } catch (DirectoryIteratorException unreadable) {
            leaveOut(IoErrorText.of(unreadable.getCause()), folder);
        } catch (IOException unreadable) {
            leaveOut(IoErrorText.of(unreadable), folder);
        }
    }

    private void visit(Path entry, int depth) {
        try {
            BasicFileAttributes attributes =
                    Files.readAttributes(entry, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
            if (attributes.isSymbolicLink()) {
                boolean inside = entry.toRealPath().startsWith(realRoot);
                attributes = Files.readAttributes(entry, BasicFileAttributes.class);
                if (inside && attributes.isDirectory()) {
                    // It is visited under its own name.
                    return;
                }
                if (!inside && !followLinks) {
                    leaveOut(OUTSIDE, entry);
                    return;
                }
            }
            if (attributes.isDirectory()) {
                if (entered.test(entry)) {
                    visitFolder(entry, depth + 1);
                }
            } else if (!attributes.isRegularFile()) {
                leaveOut(NO_FILE, entry);
            } else if (files.size() < limits.of(Limit.FILES)) {
                files.add(entry);
            } else {
                leaveOut("more than " + limits.text(Limit.FILES) + " files; " + Limit.FILES.toRaise(), entry);
            }
        } catch (FileSystemLoopException | NoSuchFileException gone) {
            leaveOut(DANGLING, entry);
        } catch (IOException unreadable) {
            leaveOut(Files.isSymbolicLink(entry) ? DANGLING : IoErrorText.of(unreadable), entry);
        }
    }

    private void leaveOut(String reason, Path path) {
        leftOut.computeIfAbsent(reason, key -> new ArrayList<>()).add(path);
    }

    /** Returns the regular files, in the order of their names. */
    public List<Path> files() {
        return List.copyOf(files);
    }

    /** Returns what was left out, by the reason; of each reason in the order in which it was found. */
    public Map<String, List<Path>> leftOut() {
        return leftOut;
    }
}
