package dev.rollcall.analyzer.containment;

import dev.rollcall.analyzer.containment.InputLimits.Limit;
import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.function.ToIntFunction;

/**
 * Finds the regular files below a folder. Each real folder is visited once, and each real file is found once, whatever links lead to it:
 * under the name that says most of it, else under its own. Links that leave the folder are not followed unless the user asks; pipes,
 * sockets and devices are not opened; a folder that cannot be read is passed over. A link that leads nowhere counts as a file that cannot
 * be opened. Not thread-safe.
 */
public final class FolderWalk {
    /** Says that something in a folder is none of the files that are read. */
    public static final String NO_FILE = "a pipe, a socket or a device, which is not opened";

    private static final String OUTSIDE = "a symbolic link out of the folder";

    /** More paths that are left out for one reason than anybody reads about. */
    private static final int MOST_NAMED = 20;

    private final InputLimits limits;
    private final boolean followLinks;
    private final boolean options;
    private final Predicate<Path> entered;
    private final Predicate<Path> wanted;
    private final ToIntFunction<Path> ranks;
    private final Path root;
    private final Path realRoot;
    /** The real folders and files, each with the path under which it was found. */
    private final Map<Object, Path> visited = new HashMap<>();

    private final TreeMap<Path, Object> files = new TreeMap<>();
    private final TreeMap<Path, Integer> links = new TreeMap<>();
    private final Map<String, Omission> omissions = new TreeMap<>();
    private int folders;

    /**
     * A path that was left out.
     *
     * @param path the path; the root for many that are left out for one reason
     * @param reason why, in a few words
     */
    public record LeftOut(Path path, String reason) {}

    /** What is left out for one reason: how many paths, and those that come first by their names. */
    private static final class Omission {
        private final TreeSet<Path> first = new TreeSet<>();
        private long count;

        void add(Path path) {
            count++;
            first.add(path);
            if (first.size() > MOST_NAMED) {
                first.pollLast();
            }
        }
    }

    /**
     * Walks through all that is below a folder that the user gives to {@code analyze}.
     *
     * @param root a folder
     * @param limits how deep, how many folders, and how many files: those that come first by their names
     * @param followLinks whether links out of the folder are followed
     * @param ranks the rank in the name of a file or its folder; -1 for none. A link names a file whose own name has no rank, and files of
     *     several ranks can be links to equal contents
     */
    public FolderWalk(Path root, InputLimits limits, boolean followLinks, ToIntFunction<Path> ranks) {
        this(root, limits, followLinks, true, folder -> true, file -> true, ranks);
    }

    /**
     * Walks through a folder of code.
     *
     * @param root a folder
     * @param entered whether a folder below the root is entered
     * @param wanted whether a file of this name is
     */
    public FolderWalk(Path root, Predicate<Path> entered, Predicate<Path> wanted) {
        this(root, InputLimits.DEFAULT, false, false, entered, wanted, file -> -1);
    }

    private FolderWalk(
            Path root,
            InputLimits limits,
            boolean followLinks,
            boolean options,
            Predicate<Path> entered,
            Predicate<Path> wanted,
            ToIntFunction<Path> ranks) {
        this.root = root;
        this.limits = limits;
        this.followLinks = followLinks;
        this.options = options;
        this.entered = entered;
        this.wanted = wanted;
        this.ranks = ranks;
        Path real = root;
        try {
            real = root.toRealPath();
        } catch (IOException | RuntimeException unreadable) {
            leaveOut(IoErrorText.of(unreadable), root);
        }
        this.realRoot = real;
        if (omissions.isEmpty()) {
            visitFolder(root, 0);
            // Links come last, so that what has a name of its own is found under that.
            while (!links.isEmpty()) {
                Map.Entry<Path, Integer> link = links.pollFirstEntry();
                follow(link.getKey(), link.getValue());
            }
        }
    }

    private void visitFolder(Path folder, int depth) {
        if (depth > limits.of(Limit.DEPTH)) {
            leaveOut("more than " + limits.text(Limit.DEPTH) + " folders in each other", Limit.DEPTH.toRaise(), folder);
            return;
        }
        try {
            if (visited.putIfAbsent(key(folder, Files.readAttributes(folder, BasicFileAttributes.class)), folder)
                    != null) {
                return;
            }
            if (++folders > limits.of(Limit.FOLDERS)) {
                leaveOut("more than " + limits.text(Limit.FOLDERS) + " folders", Limit.FOLDERS.toRaise(), folder);
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

    private static Object key(Path path, BasicFileAttributes attributes) throws IOException {
        return attributes.fileKey() == null ? path.toRealPath() : attributes.fileKey();
    }

    private void visit(Path entry, int depth) {
        try {
            BasicFileAttributes attributes =
                    Files.readAttributes(entry, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
            if (attributes.isSymbolicLink()) {
                links.put(entry, depth);
                if (links.size() > limits.of(Limit.FILES)) {
                    leaveOutFile(links.pollLastEntry().getKey());
                }
            } else if (attributes.isDirectory()) {
                if (entered.test(entry)) {
                    visitFolder(entry, depth + 1);
                }
            } else {
                addFile(entry, attributes);
            }
        } catch (NoSuchFileException deleted) {
            return;
        } catch (IOException unreadable) {
            leaveOut(IoErrorText.of(unreadable), entry);
        }
    }

    private void follow(Path link, int depth) {
        try {
            Path real = link.toRealPath();
            BasicFileAttributes attributes = Files.readAttributes(real, BasicFileAttributes.class);
            boolean folder = attributes.isDirectory();
            boolean inside = real.startsWith(realRoot);
            if (folder ? inside || !entered.test(link) : !wanted.test(link)) {
                return;
            }
            if (!inside && !followLinks) {
                leaveOut(OUTSIDE, "--follow-links follows it", link);
            } else if (folder) {
                visitFolder(link, depth + 1);
            } else {
                followToFile(link, real, attributes);
            }
        } catch (NoSuchFileException nowhere) {
            if (wanted.test(link)) {
                addFile(link, (Object) link);
            }
        } catch (IOException unreadable) {
            if (wanted.test(link)) {
                leaveOut(IoErrorText.of(unreadable), link);
            }
        }
    }

    private void followToFile(Path link, Path real, BasicFileAttributes attributes) throws IOException {
        Path found = visited.get(key(real, attributes));
        int rank = ranks.applyAsInt(link.getFileName());
        int known = found == null ? -1 : ranks.applyAsInt(found);
        if (found == null || rank >= 0 && rank != known && (known < 0 || Files.isSymbolicLink(found))) {
            if (found != null && known < 0) {
                files.remove(found);
            }
            addFile(link, attributes);
        }
    }

    private void addFile(Path file, BasicFileAttributes attributes) throws IOException {
        if (!wanted.test(file)) {
            return;
        }
        if (attributes.isRegularFile()) {
            addFile(file, key(file, attributes));
        } else {
            leaveOut(NO_FILE, file);
        }
    }

    /** Adds a file. Of too many, those with the last names are left out, in whatever order a file system lists them. */
    private void addFile(Path file, Object key) {
        files.put(file, key);
        visited.put(key, file);
        if (files.size() > limits.of(Limit.FILES)) {
            Map.Entry<Path, Object> last = files.pollLastEntry();
            visited.remove(last.getValue());
            leaveOutFile(last.getKey());
        }
    }

    private void leaveOutFile(Path file) {
        leaveOut("more than " + limits.text(Limit.FILES) + " files", Limit.FILES.toRaise(), file);
    }

    /** Leaves out what an option of {@code analyze} would have read. */
    private void leaveOut(String reason, String option, Path path) {
        leaveOut(options ? reason + "; " + option : reason, path);
    }

    private void leaveOut(String reason, Path path) {
        omissions.computeIfAbsent(reason, key -> new Omission()).add(path);
    }

    /** Returns the files, in the order of their names. */
    public List<Path> files() {
        return List.copyOf(files.keySet());
    }

    /** Returns what was left out. Of more than twenty paths with one reason, one entry has their number. */
    public List<LeftOut> leftOut() {
        List<LeftOut> all = new ArrayList<>();
        omissions.forEach((reason, omission) -> {
            if (omission.count <= MOST_NAMED) {
                omission.first.forEach(path -> all.add(new LeftOut(path, reason)));
            } else {
                all.add(new LeftOut(
                        root,
                        String.format(Locale.ROOT, "%,d paths below it are left out: %s", omission.count, reason)));
            }
        });
        return all;
    }
}
