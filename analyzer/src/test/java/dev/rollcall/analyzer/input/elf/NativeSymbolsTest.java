package dev.rollcall.analyzer.input.elf;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rollcall.analyzer.model.JavaFrames;
import dev.rollcall.analyzer.model.NativeFrames;
import dev.rollcall.analyzer.model.StackFrame;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

@EnabledOnOs(OS.LINUX)
class NativeSymbolsTest {
    private static final int DAMAGES = 400;

    @TempDir
    private Path folder;

    private Path debugFiles;
    private NativeProgram program;
    private NativeProgram.Extent step;

    @BeforeEach
    void compile() throws Exception {
        debugFiles = folder.resolve("debug");
        program = NativeProgram.compile(folder, "-g", "-O1", "-Wl,--build-id");
        step = program.functions().get("step");
    }

    private StackFrame frame(Path file, long function, long call) {
        return frame(new NativeSymbols(debugFiles), file, function, call);
    }

    private static StackFrame frame(NativeSymbols symbols, Path file, long function, long call) {
        List<StackFrame> frames = symbols.frames(file.toString(), place(file, function), place(file, call));
        return frames.get(frames.size() - 1);
    }

    private static String place(Path file, long offset) {
        return file.getFileName() + "+0x" + Long.toHexString(offset);
    }

    private static StackFrame recorded(Path file, long function, long call) {
        return NativeFrames.frame(file.toString(), place(file, function), place(file, call));
    }

    @Test
    void aFrameHasTheFunctionTheSourceAndTheLine() {
        StackFrame frame = frame(program.file, step.start(), step.start());

        assertEquals(new StackFrame("", "step", folder.resolve("sources/step.c").toString(), 9), frame);
        assertEquals("step.c:9", frame.place());
        assertEquals(0, JavaFrames.stack(List.of(frame)).site());
    }

    @Test
    void twoAddressesOfOneLineAreOneFrame() {
        NativeSymbols symbols = new NativeSymbols(debugFiles);
        TreeSet<Integer> lines = new TreeSet<>();
        for (long i = 0; i < step.size(); i++) {
            lines.add(
                    frame(symbols, program.file, step.start(), step.start() + i).line());
        }

        assertTrue(lines.size() >= 4 && lines.first() == 9 && lines.size() < step.size(), lines.toString());
    }

    @Test
    void aFunctionThatTheCompilerPutIntoItsCallerHasAFrame() throws Exception {
        program = NativeProgram.compile(folder, "-g", "-O2");
        NativeSymbols symbols = new NativeSymbols(debugFiles);
        Set<String> chains = new TreeSet<>();
        for (Map.Entry<String, NativeProgram.Extent> function :
                program.functions().entrySet()) {
            long start = function.getValue().start();
            for (long i = 0; i < function.getValue().size(); i++) {
                chains.add(
                        symbols
                                .frames(
                                        program.file.toString(),
                                        place(program.file, start),
                                        place(program.file, start + i))
                                .stream()
                                .map(StackFrame::shortMethod)
                                .collect(Collectors.joining(" ")));
            }
        }

        assertTrue(chains.contains("scaled hidden"), chains.toString());
    }

    @Test
    void withoutAnOffsetOfTheFunctionTheAddressNamesIt() {
        String place = place(program.file, step.start() + 4);

        assertEquals(
                "step",
                new NativeSymbols(debugFiles)
                        .frames(program.file.toString(), "", place)
                        .get(0)
                        .method());
    }

    @Test
    void aPartThatTheCompilerSplitOffHasTheFunctionsName() throws Exception {
        Map<String, NativeProgram.Extent> functions =
                NativeProgram.compile(folder, "-g", "-O2").functions();
        String copy = functions.keySet().stream()
                .filter(name -> name.startsWith("hidden"))
                .findFirst()
                .orElse("step");
        long start = functions.get(copy).start();

        assertEquals(
                copy.replaceFirst("\\..*", ""),
                frame(program.file, start, start).method());
    }

    @Test
    void aFileThatWasBuiltAnewIsNotBelieved() {
        assertEquals(
                recorded(program.file, step.start() + 2, step.start() + 4),
                frame(program.file, step.start() + 2, step.start() + 4));
    }

    @Test
    void withoutLinesTheFunctionIsNamed() throws Exception {
        NativeProgram.run(folder, "", "objcopy", "--strip-debug", "solve");

        assertEquals(
                new StackFrame("", "step", program.file + "+0x" + Long.toHexString(step.start()), 0),
                frame(program.file, step.start(), step.start()));
    }

    @Test
    void aStrippedOrAbsentFileLeavesTheFrameAsItWasRecorded() throws Exception {
        NativeProgram.run(folder, "", "strip", "solve");
        assertEquals(
                recorded(program.file, step.start(), step.start()), frame(program.file, step.start(), step.start()));

        Path absent = folder.resolve("absent");
        assertEquals(recorded(absent, 1, 2), frame(absent, 1, 2));
        assertEquals(recorded(folder, 1, 2), frame(folder, 1, 2));
    }

    @Test
    void theDebugFileOfABuildIsFound() throws Exception {
        String id = ElfFile.open(program.file, new MemoryLimit(0)).buildId();
        Path separate = debugFiles.resolve(".build-id/" + id.substring(0, 2) + "/" + id.substring(2) + ".debug");
        Files.createDirectories(separate.getParent());
        NativeProgram.run(folder, "", "objcopy", "--only-keep-debug", "solve", separate.toString());
        NativeProgram.run(folder, "", "strip", "solve");
        assertEquals("step.c:9", frame(program.file, step.start(), step.start()).place());

        NativeProgram.compile(folder.resolve("other"), "-g", "-O0", "-Wl,--build-id");
        NativeProgram.run(
                folder,
                "",
                "objcopy",
                "--only-keep-debug",
                folder.resolve("other/solve").toString(),
                separate.toString());
        assertEquals(
                recorded(program.file, step.start(), step.start()), frame(program.file, step.start(), step.start()));
    }

    @Test
    void theDebugFileThatTheModuleNamesIsFound() throws Exception {
        for (String place : List.of(".", ".debug", "debug/" + folder)) {
            NativeProgram each = NativeProgram.compile(folder, "-g", "-O1", "-Wl,--build-id=none");
            Path separate = folder.resolve(place).resolve("solve.debug").normalize();
            Files.createDirectories(separate.getParent());
            NativeProgram.run(folder, "", "objcopy", "--only-keep-debug", "solve", separate.toString());
            NativeProgram.run(folder, "", "strip", "solve");
            NativeProgram.run(folder, "", "objcopy", "--add-gnu-debuglink=" + separate, "solve");
            assertEquals(
                    "step.c:9", frame(each.file, step.start(), step.start()).place(), place);

            Files.write(separate, new byte[1], StandardOpenOption.APPEND);
            assertEquals(recorded(each.file, step.start(), step.start()), frame(each.file, step.start(), step.start()));
            Files.delete(separate);
        }
    }

    @Test
    void modulesOfTheSystemAreLeftAlone() {
        Path library = Path.of("/usr/lib/x86_64-linux-gnu/libc.so.6");

        assertEquals(recorded(library, 0x10, 0x20), frame(library, 0x10, 0x20));
    }

    /** Whatever is damaged: a frame has a recorded or a true function, and nothing fails or takes long. */
    @Test
    void damageCostsNamesAndLinesAlone() throws Exception {
        long seed = System.nanoTime();
        System.out.println("NativeSymbolsTest: seed " + seed);
        Random random = new Random(seed);
        for (String flags : List.of("-g", "-gdwarf-4", "-gz")) {
            NativeProgram each = NativeProgram.compile(folder, flags, "-O1");
            List<NativeProgram.Extent> functions =
                    new ArrayList<>(each.functions().values());
            byte[] whole = Files.readAllBytes(each.file);
            for (int i = 0; i < DAMAGES; i++) {
                byte[] damaged = damaged(whole, random);
                Path file = folder.resolve("damaged");
                Files.write(file, damaged);
                NativeSymbols symbols = new NativeSymbols(debugFiles);
                for (NativeProgram.Extent function : functions) {
                    StackFrame frame = frame(symbols, file, function.start(), function.start() + function.size() / 2);
                    assertTrue(frame.line() >= 0, () -> "seed " + seed);
                }
            }
        }
    }

    /** Bytes are replaced, most of them where the tables are, or the file's end is cut off. */
    private static byte[] damaged(byte[] whole, Random random) {
        byte[] damaged = random.nextInt(8) == 0 ? Arrays.copyOf(whole, random.nextInt(whole.length)) : whole.clone();
        for (int changes = random.nextInt(1, 30); changes > 0 && damaged.length > 0; changes--) {
            int from = random.nextInt(10) == 0 ? 0 : damaged.length / 2;
            damaged[random.nextInt(from, damaged.length)] = (byte) (random.nextBoolean() ? random.nextInt() : -1);
        }
        return damaged;
    }
}
