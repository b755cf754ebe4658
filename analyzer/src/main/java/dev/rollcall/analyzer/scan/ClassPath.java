package dev.rollcall.analyzer.scan;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.objectweb.asm.ClassReader;

/**
 * Class files in folders and jars, searched in order, as a class path is. Entries that are not there or cannot be read are
 * passed over: code is a bonus. Not safe for use by several threads.
 */
public final class ClassPath implements AutoCloseable {
    private final List<Path> folders = new ArrayList<>();
    private final List<ZipFile> jars = new ArrayList<>();
    private final Map<String, byte[]> singles = new HashMap<>();

    /**
     * Opens a class path.
     *
     * @param entries folders with class files, jars, or single class files
     */
    public ClassPath(List<Path> entries) {
        for (Path entry : entries) {
            if (Files.isDirectory(entry)) {
                folders.add(entry);
            } else if (entry.toString().endsWith(".class")) {
                single(entry);
            } else if (Files.isRegularFile(entry)) {
                open(entry);
            }
        }
    }

    private void single(Path file) {
        try {
            byte[] content = Files.readAllBytes(file);
            singles.put(new ClassReader(content).getClassName(), content);
        } catch (IOException | IllegalArgumentException | IndexOutOfBoundsException notAClass) {
            // Whatever it is, it holds no class that can be read here.
        }
    }

    private void open(Path jar) {
        try {
            jars.add(new ZipFile(jar.toFile()));
        } catch (IOException notAJar) {
            // Whatever it is, it holds no class that can be read here.
        }
    }

    /** Returns the class file of a type, by its fully qualified name with dots; empty where it is not found. */
    Optional<byte[]> find(String type) {
        byte[] single = singles.get(type.replace('.', '/'));
        if (single != null) {
            return Optional.of(single);
        }
        String name = type.replace('.', '/') + ".class";
        try {
            for (Path folder : folders) {
                Path file = folder.resolve(name).normalize();
                if (file.startsWith(folder.normalize()) && Files.isRegularFile(file)) {
                    return Optional.of(Files.readAllBytes(file));
                }
            }
            for (ZipFile jar : jars) {
                ZipEntry entry = jar.getEntry(name);
                if (entry != null) {
                    try (InputStream in = jar.getInputStream(entry)) {
                        return Optional.of(in.readAllBytes());
                    }
                }
            }
        } catch (IOException | IllegalArgumentException unreadable) {
            return Optional.empty();
        }
        return Optional.empty();
    }

    @Override
    public void close() {
        for (ZipFile jar : jars) {
            try {
                jar.close();
            } catch (IOException alreadyGone) {
                // It was only read, so nothing is lost.
            }
        }
    }
}
