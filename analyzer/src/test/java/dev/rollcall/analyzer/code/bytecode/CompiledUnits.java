package dev.rollcall.analyzer.code.bytecode;

import dev.rollcall.analyzer.code.form.CodeFunction;
import dev.rollcall.analyzer.code.form.CodeUnit;
import dev.rollcall.analyzer.code.form.FormText;
import dev.rollcall.analyzer.scan.family.Compiler;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** Java sources as units, by way of the compiler and a folder of class files. */
final class CompiledUnits implements AutoCloseable {
    private final ClassUnits units;

    CompiledUnits(Path folder, Map<String, String> sources) {
        write(folder, Compiler.compile(sources));
        units = new ClassUnits(List.of(folder), List.of(), name -> true);
    }

    static void write(Path folder, Map<String, byte[]> classes) {
        try {
            for (Map.Entry<String, byte[]> each : classes.entrySet()) {
                Path file = folder.resolve(each.getKey().replace('.', '/') + ".class");
                Files.createDirectories(file.getParent());
                Files.write(file, each.getValue());
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    ClassUnits units() {
        return units;
    }

    CodeUnit unit(String name) {
        return units.unit(name).orElseThrow();
    }

    CodeFunction function(String unit, String name) {
        CodeUnit of = unit(unit);
        return of.functions().stream()
                .filter(id -> id.name().equals(name))
                .findFirst()
                .flatMap(of::function)
                .orElseThrow();
    }

    /** Returns the functions of a unit whose names begin as given, as text. */
    String text(String unit, String... names) {
        CodeUnit of = unit(unit);
        StringBuilder text = new StringBuilder();
        of.functions().stream()
                .filter(id -> List.of(names).stream().anyMatch(id.name()::startsWith))
                .forEach(id -> text.append(FormText.print(of.function(id).orElseThrow())));
        return text.toString();
    }

    @Override
    public void close() {
        units.close();
    }
}
