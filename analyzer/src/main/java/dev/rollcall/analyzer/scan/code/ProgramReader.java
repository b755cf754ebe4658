package dev.rollcall.analyzer.scan.code;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.tree.ClassNode;

/** Reads class files from folders, jars and single files. Not safe for use by several threads. */
public final class ProgramReader {
    private static final String CLASS = ".class";
    /** The tag of a class in a class file's constant pool (JVM specification, 4.4). */
    private static final int CLASS_ITEM = 7;

    private final List<ClassNode> classes = new ArrayList<>();
    private final List<Unread> unread = new ArrayList<>();

    /**
     * Something that is no class that can be read.
     *
     * @param file what it is called
     * @param reason why it cannot
     */
    public record Unread(String file, String reason) {}

    /** Reads all that a path holds; what cannot be read is kept for {@link #unread}. */
    public ProgramReader read(Path path) {
        try {
            if (Files.isDirectory(path)) {
                folder(path);
            } else if (path.toString().endsWith(CLASS)) {
                add(Files.readAllBytes(path), path.toString());
            } else {
                jar(path);
            }
        } catch (IOException e) {
            unread.add(new Unread(path.toString(), e.toString()));
        }
        return this;
    }

    /** Returns whether a folder has any class file or jar below it. */
    public static boolean holdsClasses(Path folder) {
        try (Stream<Path> all = Files.walk(folder)) {
            return all.anyMatch(
                    file -> file.toString().endsWith(CLASS) || file.toString().endsWith(".jar"));
        } catch (IOException unreadable) {
            return true;
        }
    }

    private void folder(Path folder) throws IOException {
        List<Path> files;
        try (Stream<Path> all = Files.walk(folder)) {
            files = all.filter(Files::isRegularFile).sorted().toList();
        }
        for (Path file : files) {
            if (file.toString().endsWith(CLASS)) {
                add(Files.readAllBytes(file), file.toString());
            } else if (file.toString().endsWith(".jar")) {
                jar(file);
            }
        }
    }

    private void jar(Path jar) throws IOException {
        int before = classes.size() + unread.size();
        try (InputStream in = Files.newInputStream(jar);
                ZipInputStream zip = new ZipInputStream(in)) {
            for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
                if (entry.getName().endsWith(CLASS) && !entry.getName().startsWith("META-INF/")) {
                    add(zip.readAllBytes(), jar + "!" + entry.getName());
                }
            }
        } catch (IllegalArgumentException damaged) {
            unread.add(new Unread(jar.toString(), "a damaged jar: " + damaged.getMessage()));
        }
        if (classes.size() + unread.size() == before) {
            unread.add(new Unread(jar.toString(), "neither a class file nor a jar with class files"));
        }
    }

    /**
     * Reads the classes that some are made of: those that they name, those that these name, and so on, the nearest first.
     *
     * @param files gives a class's file by its name with dots; empty where there is none
     * @param first the names of the classes to begin with
     * @param most how many classes are enough
     */
    public ProgramReader reachable(Function<String, Optional<byte[]>> files, Collection<String> first, int most) {
        Set<String> seen = new HashSet<>(first);
        Deque<String> open = new ArrayDeque<>(first);
        while (!open.isEmpty() && classes.size() < most) {
            String name = open.remove();
            Optional<byte[]> content = files.apply(name);
            if (content.isPresent()) {
                add(content.get(), name);
                names(content.get()).stream().filter(seen::add).forEach(open::add);
            }
        }
        return this;
    }

    /** Returns the names of the classes that a class file names, with dots. */
    private static List<String> names(byte[] content) {
        List<String> names = new ArrayList<>();
        try {
            ClassReader reader = new ClassReader(content);
            char[] buffer = new char[reader.getMaxStringLength()];
            for (int i = 1; i < reader.getItemCount(); i++) {
                int item = reader.getItem(i);
                if (item > 0 && content[item - 1] == CLASS_ITEM) {
                    names.add(reader.readUTF8(item, buffer).replace('/', '.'));
                }
            }
        } catch (RuntimeException damaged) {
            // As in add: what is not understood names nothing.
            return List.of();
        }
        return names;
    }

    /** Reads one class file; its name is what messages call it. */
    public ProgramReader add(byte[] content, String name) {
        if (name.endsWith("module-info.class") || name.endsWith("package-info.class")) {
            return this;
        }
        try {
            ClassNode node = new ClassNode();
            new ClassReader(content).accept(node, ClassReader.SKIP_FRAMES);
            new Program(List.of(node)).routines().forEach(Routine::check);
            classes.add(node);
        } catch (RuntimeException damaged) {
            // ASM says what it does not understand by whatever exception comes first.
            String why = damaged.getMessage() == null ? "damaged" : damaged.getMessage();
            unread.add(new Unread(name, "not a readable class file: " + why));
        }
        return this;
    }

    /** Returns what was read. */
    public Program program() {
        return new Program(classes);
    }

    /** Returns how many classes were read. */
    public int size() {
        return classes.size();
    }

    /** Returns what could not be read. */
    public List<Unread> unread() {
        return List.copyOf(unread);
    }
}
