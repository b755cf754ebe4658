package dev.rollcall.analyzer.code.bytecode;

import dev.rollcall.analyzer.code.form.UnitSource.Unread;
import dev.rollcall.analyzer.containment.FileName;
import dev.rollcall.analyzer.containment.FolderWalk;
import dev.rollcall.analyzer.containment.IoErrorText;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/** Class files in folders, jars and single files, searched in order, as a class path is. Not thread-safe. */
final class ClassPath implements AutoCloseable {
    private static final String CLASS = ".class";
    private static final String JAR = ".jar";
    /** The longest class file that is read; javac's limits make shorter ones of any real source. */
    private static final int LONGEST = 1 << 24;

    private final Set<Path> folders = new LinkedHashSet<>();
    private final Map<Path, ZipFile> jars = new LinkedHashMap<>();
    private final Set<Unread> unread = new LinkedHashSet<>();

    /**
     * A class file.
     *
     * @param bytes what is in it
     * @param file its name, behind that of its jar where it is in one
     */
    record Content(byte[] bytes, String file) {}

    /** Adds folders and jars, in which {@link #find} searches; what is neither is passed over. */
    void add(Collection<Path> entries) {
        for (Path entry : entries) {
            if (Files.isDirectory(entry)) {
                folders.add(entry.normalize());
            } else if (Files.isRegularFile(entry) && !entry.toString().endsWith(CLASS)) {
                open(entry);
            }
        }
    }

    private Optional<ZipFile> open(Path jar) {
        ZipFile known = jars.get(jar);
        if (known != null) {
            return Optional.of(known);
        }
        try {
            jars.put(jar, new ZipFile(jar.toFile()));
        } catch (IOException | IllegalArgumentException damaged) {
            String why = jar.toString().endsWith(".jar")
                    ? "not a readable jar: " + damaged.getMessage()
                    : "neither a class file nor a jar with class files";
            unread.add(new Unread(FileName.of(jar), why));
        }
        return Optional.ofNullable(jars.get(jar));
    }

    /** Returns the class file of a type by its name; empty where it is not found or cannot be read. */
    Optional<Content> find(String type) {
        String name = type.replace('.', '/') + CLASS;
        try {
            for (Path folder : folders) {
                Path file = folder.resolve(name).normalize();
                if (file.startsWith(folder) && isFile(file)) {
                    return read(file);
                }
            }
            for (Map.Entry<Path, ZipFile> jar : jars.entrySet()) {
                ZipEntry entry = jar.getValue().getEntry(name);
                if (entry != null) {
                    return read(jar.getKey(), jar.getValue(), entry);
                }
            }
        } catch (IllegalArgumentException noFileName) {
            // A class file may name classes that no file system can hold.
            return Optional.empty();
        }
        return Optional.empty();
    }

    private boolean isFile(Path file) {
        try {
            return Files.readAttributes(file, BasicFileAttributes.class).isRegularFile();
        } catch (AccessDeniedException e) {
            unread.add(new Unread(FileName.of(file.getParent()), IoErrorText.of(e)));
            return false;
        } catch (IOException absent) {
            return false;
        }
    }

    /** Reads all class files of a folder, of the jars in it, of a jar, or a single one. */
    void read(Path path, Consumer<Content> sink) {
        if (Files.isDirectory(path)) {
            files(path).forEach(file -> read(file, sink));
        } else if (!Files.isRegularFile(path)) {
            unread.add(new Unread(FileName.of(path), Files.exists(path) ? FolderWalk.NO_FILE : "no such file"));
        } else if (path.toString().endsWith(CLASS)) {
            if (isClass(path.getFileName().toString())) {
                read(path).ifPresent(sink);
            }
        } else {
            open(path).ifPresent(jar -> readAll(path, jar, sink));
        }
    }

    private List<Path> files(Path folder) {
        FolderWalk walk = new FolderWalk(
                folder,
                each -> true,
                file -> file.toString().endsWith(CLASS) || file.toString().endsWith(JAR));
        walk.leftOut().forEach(left -> unread.add(new Unread(FileName.of(left.path()), left.reason())));
        return walk.files();
    }

    private void readAll(Path path, ZipFile jar, Consumer<Content> sink) {
        List<? extends ZipEntry> entries = jar.stream()
                .filter(each -> isClass(each.getName()) && !each.getName().startsWith("META-INF/"))
                .sorted(Comparator.comparing(ZipEntry::getName))
                .toList();
        if (entries.isEmpty()) {
            unread.add(new Unread(FileName.of(path), "a jar without class files"));
        }
        for (ZipEntry entry : entries) {
            read(path, jar, entry).ifPresent(sink);
        }
    }

    private static boolean isClass(String name) {
        return name.endsWith(CLASS) && !name.endsWith("module-info.class") && !name.endsWith("package-info.class");
    }

    private Optional<Content> read(Path file) {
        try (InputStream in = Files.newInputStream(file)) {
            return bounded(in, FileName.of(file));
        } catch (IOException e) {
            unread.add(new Unread(FileName.of(file), IoErrorText.of(e)));
            return Optional.empty();
        }
    }

    private Optional<Content> read(Path path, ZipFile jar, ZipEntry entry) {
        String name = FileName.of(path) + "!" + entry.getName();
        try (InputStream in = jar.getInputStream(entry)) {
            return bounded(in, name);
        } catch (IOException | IllegalArgumentException damaged) {
            unread.add(new Unread(name, "damaged: " + damaged.getMessage()));
            return Optional.empty();
        }
    }

    private Optional<Content> bounded(InputStream in, String name) throws IOException {
        byte[] content = in.readNBytes(LONGEST + 1);
        if (content.length > LONGEST) {
            unread.add(new Unread(name, "too large for a class file"));
            return Optional.empty();
        }
        return Optional.of(new Content(content, name));
    }

    /** Returns what could not be read. */
    Set<Unread> unread() {
        return unread;
    }

    @Override
    public void close() {
        for (ZipFile jar : jars.values()) {
            try {
                jar.close();
            } catch (IOException alreadyGone) {
                // It was only read, so nothing is lost.
            }
        }
    }
}
