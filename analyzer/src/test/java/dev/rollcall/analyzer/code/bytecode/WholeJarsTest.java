package dev.rollcall.analyzer.code.bytecode;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rollcall.analyzer.code.form.CodeFunction;
import dev.rollcall.analyzer.code.form.CodeUnit;
import dev.rollcall.analyzer.code.form.FunctionId;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Every method of libraries on the test's class path, and of the project itself. */
class WholeJarsTest {
    private static Path entry(String type) throws Exception {
        return Path.of(Class.forName(type)
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .toURI());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "com.google.common.collect.ImmutableList",
                "com.fasterxml.jackson.databind.ObjectMapper",
                "dev.rollcall.analyzer.code.bytecode.ClassUnits"
            })
    void everyMethodIsLowered(String name) throws Exception {
        Map<FunctionId, String> gaps = new HashMap<>();
        int methods = 0;
        try (ClassUnits units = new ClassUnits(List.of(entry(name)), List.of(), type -> true)) {
            assertEquals(List.of(), units.unread());
            for (String type : units.scanned()) {
                CodeUnit unit = units.unit(type).orElseThrow();
                for (FunctionId id : unit.functions()) {
                    CodeFunction function = unit.function(id).orElseThrow();
                    FormInvariants.check(function);
                    methods++;
                    if (!function.gap().isEmpty()) {
                        gaps.put(id, function.gap());
                    }
                }
            }
        }
        assertTrue(methods > 1_000, methods + " methods");
        assertEquals(Map.of(), gaps);
    }
}
