package dev.rollcall.analyzer.code.python;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rollcall.analyzer.code.form.CodeUnit;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;

class LoweringInvariantsTest {
    private static final Path SCRIPTS = Path.of("src/test/resources/scripts");
    private static final Path LIBRARIES = Path.of("/usr/lib");

    /** Every so many files of Python's library are read; all of them take a minute. */
    private static final int EACH = Integer.getInteger("rollcall.lowering.each", 8);

    @Test
    void everyScriptIsLoweredWhole() {
        PythonUnits units = Sources.units(SCRIPTS);
        for (String name : units.names()) {
            CodeUnit unit = units.unit(name).orElseThrow();
            Sources.check(unit);
            unit.functions()
                    .forEach(id ->
                            assertEquals("", unit.function(id).orElseThrow().gap(), id::toString));
        }
        assertEquals(List.of(), units.unread());
        assertTrue(units.names().size() >= 40);
    }

    /** Python's own library holds whatever people write, and broken files for its own tests. */
    @Test
    void theStandardLibraryIsLowered() throws IOException {
        Path library = library();
        PythonUnits units = Sources.units(library);
        long began = System.nanoTime();
        int lines = 0;
        int instructions = 0;
        int gaps = 0;
        int functions = 0;
        List<String> names = List.copyOf(units.names());
        for (int i = 0; i < names.size(); i += EACH) {
            CodeUnit unit = units.unit(names.get(i)).orElse(null);
            if (unit != null) {
                lines += unit.lines().size();
                instructions += Sources.check(unit);
                functions += unit.functions().size();
                gaps += (int) unit.functions().stream()
                        .filter(id -> !unit.function(id).orElseThrow().gap().isEmpty())
                        .count();
            }
        }
        double seconds = (System.nanoTime() - began) / 1e9;
        System.out.printf(
                "%s: %d files, %d lines, %d functions, %d instructions, %d gaps, %.0f lines/s; %s%n",
                library, names.size() / EACH, lines, functions, instructions, gaps, lines / seconds, units.unread());
        assertTrue(gaps <= functions / 1000, gaps + " gaps");
    }

    private static Path library() throws IOException {
        Assumptions.assumeTrue(Files.isDirectory(LIBRARIES), "no " + LIBRARIES);
        try (Stream<Path> folders = Files.list(LIBRARIES)) {
            List<Path> found = folders.filter(
                            each -> each.getFileName().toString().matches("python3\\.\\d+"))
                    .sorted()
                    .toList();
            Assumptions.assumeFalse(found.isEmpty(), "no Python library on this machine");
            return found.get(found.size() - 1);
        }
    }
}
