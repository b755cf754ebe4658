package dev.rollcall.analyzer.input.elf;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * Finds the separate file with the symbols and lines that were stripped off a module, as debuggers do: by build id, then by the link
 * in the module (GDB's manual, "Debugging Information in Separate Files"). Immutable.
 */
final class DebugFiles {
    private static final int SHORTEST_BUILD_ID = 4;

    private final Path root;

    /** Makes a finder below a folder, usually {@code /usr/lib/debug}. */
    DebugFiles(Path root) {
        this.root = root;
    }

    /** Returns the debug file of a module; empty where none that belongs to it can be read. */
    Optional<ElfFile> find(ElfFile module, Path path, MemoryLimit memory) throws IOException {
        String id = module.buildId();
        if (id.length() >= SHORTEST_BUILD_ID) {
            Path file = root.resolve(".build-id").resolve(id.substring(0, 2)).resolve(id.substring(2) + ".debug");
            Optional<ElfFile> found = open(file, memory);
            if (found.isPresent() && found.get().buildId().equals(id)) {
                return found;
            }
        }
        Optional<ElfFile.DebugLink> link = module.debugLink();
        Path folder = path.toAbsolutePath().getParent();
        if (link.isEmpty() || folder == null || link.get().name().contains("/")) {
            return Optional.empty();
        }
        String name = link.get().name();
        Path below = root.resolve(folder.getRoot().relativize(folder));
        for (Path place : List.of(folder, folder.resolve(".debug"), below)) {
            Optional<ElfFile> found = open(place.resolve(name), memory);
            if (found.isPresent() && found.get().crc() == link.get().crc()) {
                return found;
            }
        }
        return Optional.empty();
    }

    private static Optional<ElfFile> open(Path file, MemoryLimit memory) {
        try {
            return Optional.of(ElfFile.open(file, memory));
        } catch (IOException absentOrUnreadable) {
            return Optional.empty();
        }
    }
}
