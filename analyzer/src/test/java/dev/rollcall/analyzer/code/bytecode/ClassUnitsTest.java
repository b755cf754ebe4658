package dev.rollcall.analyzer.code.bytecode;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rollcall.analyzer.code.form.CodeFunction;
import dev.rollcall.analyzer.code.form.CodeProgram;
import dev.rollcall.analyzer.code.form.CodeUnit;
import dev.rollcall.analyzer.code.form.UnitSource.Unread;
import dev.rollcall.analyzer.scan.family.Compiler;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Where classes are found, which of them are worth an analysis, and what becomes of files that cannot be read. */
class ClassUnitsTest {
    private static final Map<String, String> SOURCES = Map.of(
            "demo.Comm", "package demo; public class Comm { void barrier() { new lib.World().barrier(); } }",
            "demo.Job", "package demo; public class Job { void run(Comm c) { c.barrier(); Util.log(); } }",
            "demo.Util", "package demo; public class Util { static void log() { } }",
            "lib.World", "package lib; public class World { public native void barrier(); }");

    @TempDir
    Path folder;

    private Path classes;

    @BeforeEach
    void compile() throws Exception {
        classes = Files.createDirectory(folder.resolve("classes"));
        Map<String, byte[]> all = Compiler.compile(SOURCES);
        all.keySet().remove("lib.World");
        CompiledUnits.write(classes, all);
    }

    private static ClassUnits open(Path path) {
        return new ClassUnits(List.of(path), List.of(), Set.of("lib.World")::contains);
    }

    @Test
    void onlyClassesThatReachOneThatWeighsAreWorthAnAnalysis() {
        try (ClassUnits units = open(classes)) {
            assertEquals(List.of("demo.Comm", "demo.Job"), units.names());
            assertEquals(List.of("demo.Comm", "demo.Job", "demo.Util"), units.scanned());
            assertEquals(List.of(), units.unread());
        }
    }

    @Test
    void aUnitIsReadOnce() {
        try (ClassUnits units = open(classes)) {
            CodeUnit unit = units.unit("demo.Util").orElseThrow();
            assertSame(unit, units.unit("demo.Util").orElseThrow());
            assertTrue(units.unit("lib.World").isEmpty());
            assertTrue(units.unit("demo/Util").isEmpty());
            assertTrue(units.unit("..\0").isEmpty());
        }
    }

    @Test
    void theClassesThatOneFileRefersToAreFoundBesideIt() {
        try (ClassUnits units = open(classes.resolve("demo/Job.class"))) {
            assertEquals(List.of("demo.Job"), units.names());
            assertEquals(
                    Set.of("demo.Job", "demo.Comm", "demo.Util"),
                    new CodeProgram(List.of(units)).visibleFrom("demo.Job"));
        }
    }

    @Test
    void jarsAreReadInFoldersAndOnTheClassPath() throws Exception {
        Path jar = folder.resolve("jars/job.jar");
        Files.createDirectories(jar.getParent());
        try (OutputStream out = Files.newOutputStream(jar);
                ZipOutputStream zip = new ZipOutputStream(out)) {
            for (String name : List.of("demo/Comm.class", "demo/Util.class")) {
                zip.putNextEntry(new ZipEntry(name));
                zip.write(Files.readAllBytes(classes.resolve(name)));
            }
            zip.putNextEntry(new ZipEntry("META-INF/versions/21/demo/Util.class"));
        }
        try (ClassUnits units = open(jar.getParent())) {
            assertEquals(List.of("demo.Comm", "demo.Util"), units.scanned());
        }
        try (ClassUnits units = new ClassUnits(List.of(), List.of(folder.resolve("missing"), jar), name -> true)) {
            assertEquals(List.of(), units.names());
            assertTrue(units.unit("demo.Comm").isPresent());
            assertEquals(List.of(), units.unread());
        }
    }

    @Test
    void whatCannotBeReadIsNamed() throws Exception {
        Files.writeString(folder.resolve("text.jar"), "no jar");
        Files.writeString(folder.resolve("Text.class"), "no class file");
        Files.write(folder.resolve("Empty.class"), new byte[0]);
        try (ClassUnits units = open(folder)) {
            assertEquals(3, units.scanned().size());
            assertEquals(
                    List.of("text.jar", "Empty.class", "Text.class"),
                    units.unread().stream()
                            .map(Unread::file)
                            .map(each -> each.substring(each.lastIndexOf('/') + 1))
                            .toList());
        }
        try (ClassUnits units = open(folder.resolve("nowhere"))) {
            assertEquals("no such file", units.unread().get(0).reason());
        }
    }

    @Test
    void callersOfTheJdkAreUnits() {
        try (ClassUnits units = open(classes)) {
            CodeUnit optional = units.unit("java.util.Optional").orElseThrow();
            assertTrue(optional.functions().stream().anyMatch(id -> id.name().equals("map")));
            assertTrue(units.unit("java.util.function.Predicate").isPresent());
            assertTrue(units.unit("java.util.HashMap").isEmpty());
        }
    }

    /** Whatever is damaged, each class is read or named, each function is whole or has a gap, and nothing is thrown. */
    @Test
    void damagedClassFilesThrowNothing() throws Exception {
        String source = new RandomJava(new Random(5)).write(4);
        byte[] whole = Compiler.compile(Map.of("demo.Generated", source)).get("demo.Generated");
        long seed = 20_261_123;
        Random random = new Random(seed);
        Path file = folder.resolve("Damaged.class");
        int read = 0;
        int gaps = 0;
        for (int round = 0; round < 1_000; round++) {
            byte[] damaged = whole.clone();
            for (int bytes = random.nextInt(5); bytes >= 0; bytes--) {
                damaged[random.nextInt(damaged.length)] = (byte) random.nextInt();
            }
            Files.write(file, damaged);
            try (ClassUnits units = open(file)) {
                assertEquals(1, units.scanned().size() + units.unread().size(), "seed " + seed + ", round " + round);
                for (String name : units.scanned()) {
                    CodeUnit unit = units.unit(name).orElseThrow();
                    read++;
                    for (var id : unit.functions()) {
                        CodeFunction function = unit.function(id).orElseThrow();
                        gaps += function.gap().isEmpty() ? 0 : 1;
                    }
                }
            } catch (RuntimeException | Error e) {
                throw new AssertionError("seed " + seed + ", round " + round, e);
            }
        }
        assertTrue(read > 100 && gaps > 10, read + " read, " + gaps + " gaps");
    }
}
