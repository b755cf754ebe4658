package dev.rollcall.samples.launch;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** Clears folders of earlier runs. */
final class Folders {

    private Folders() {}

    /**
     * Deletes a folder and all that is in it, if it exists.
     *
     * @throws IOException if something in it cannot be deleted
     */
    static void delete(Path folder) throws IOException {
        if (!Files.exists(folder)) {
            return;
        }
        List<Path> contents;
        try (Stream<Path> paths = Files.walk(folder)) {
            contents = paths.sorted(Comparator.reverseOrder()).toList();
        }
        for (Path path : contents) {
            Files.delete(path);
        }
    }
}
