package dev.rollcall.analyzer.scan;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/**
 * Class files in folders and jars, searched in order, as a class path is. Entries that are not there or cannot be read are
 * passed over: code is a bonus. Not safe for use by several threads.
 */
public final class ClassPath implements AutoCloseable {
    private final List<Path> folders = new ArrayList<>();
    private final List<ZipFile> jars = new ArrayList<>();

    /**
     * Opens a class path.
     *
     * @param entries folders with class files, or jars
     */
    public ClassPath(List<Path> entries) {
        for (Path entry : entries) {
            if (Files.isDirectory(entry)) {
                folders.add(entry);
            } else if (Files.isRegularFile(entry)) {
                open(entry);
            }
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
    public void close() throws IOException {
        for (ZipFile jar : jars) {
            jar.close();
        }
    }
}
