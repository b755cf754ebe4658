package dev.rollcall.analyzer.code.python;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rollcall.analyzer.code.form.CodeFunction;
import dev.rollcall.analyzer.code.form.CodeUnit;
import dev.rollcall.analyzer.code.form.FunctionId;
import dev.rollcall.analyzer.code.form.Instruction;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** Python sources for tests, and what holds for every unit that is made of one. */
final class Sources {
    private Sources() {}

    /** Returns the units of a folder's files. */
    static PythonUnits units(Path folder) {
        PythonUnits units = new PythonUnits();
        files(folder).forEach(file -> units.add(folder, file));
        return units;
    }

    /** Returns the Python files below a folder, in order. */
    static List<Path> files(Path folder) {
        try (Stream<Path> all = Files.walk(folder)) {
            return all.filter(each -> each.toString().endsWith(".py"))
                    .filter(Files::isRegularFile)
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the unit of a file with a text. */
    static CodeUnit unit(Path folder, String name, String text) {
        return units(folder, name, text).unit(name).orElseThrow();
    }

    /** Writes a file and returns the units of its folder. */
    static PythonUnits units(Path folder, String name, String text) {
        write(folder, name, text.getBytes(StandardCharsets.UTF_8));
        return units(folder);
    }

    static void write(Path folder, String name, byte[] content) {
        try {
            Files.createDirectories(folder.resolve(name).getParent());
            Files.write(folder.resolve(name), content);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Checks a unit with all its functions; returns their number of instructions. */
    static int check(CodeUnit unit) {
        Set<FunctionId> methods = new HashSet<>();
        unit.types().forEach(type -> methods.addAll(type.methods().values()));
        methods.forEach(each -> assertTrue(unit.functions().contains(each), () -> "no body: " + each));
        int instructions = 0;
        for (FunctionId id : unit.functions()) {
            CodeFunction function = unit.function(id).orElseThrow();
            assertEquals(id, function.id());
            check(function);
            instructions += function.size();
        }
        return instructions;
    }

    private static void check(CodeFunction function) {
        assertFalse(function.gap().contains("bug"), function.gap());
        for (int i = 0; i < function.size(); i++) {
            String at = function + " " + i;
            for (int next : function.next(i)) {
                assertTrue(next < function.size() && next >= -1, at);
            }
            assertTrue(function.handlerOf(i) < function.size(), at);
            assertTrue(function.line(i) > 0, at);
            boolean decides =
                    function.at(i) instanceof Instruction.Branch || function.at(i) instanceof Instruction.Advance;
            assertFalse(
                    decides
                            && function.conditionText(i).isEmpty()
                            && function.gap().isEmpty(),
                    at);
        }
    }
}
