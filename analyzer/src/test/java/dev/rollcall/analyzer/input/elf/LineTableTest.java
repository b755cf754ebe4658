package dev.rollcall.analyzer.input.elf;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Compares the lines of each instruction with those that binutils finds. */
@EnabledOnOs(OS.LINUX)
class LineTableTest {
    private static final Pattern PLACE = Pattern.compile("(.*):(\\d+|\\?)(?: \\(discriminator \\d+\\))?");

    @TempDir
    private Path folder;

    /** Binutils before 2.42 cannot read it. */
    @Test
    void aTableWithWideOffsetsHasTheLinesOfOneWithoutThem() throws Exception {
        NativeProgram narrow = NativeProgram.compile(folder.resolve("narrow"), "-gdwarf-5", "-O2");
        NativeProgram wide = NativeProgram.compile(folder.resolve("wide"), "-gdwarf-5", "-gdwarf64", "-O2");
        NativeProgram.Extent step = narrow.functions().get("step");
        assertEquals(step, wide.functions().get("step"));
        for (long i = 0; i < step.size(); i++) {
            LineTable.Line expected = line(narrow, step.start() + i);
            LineTable.Line found = line(wide, step.start() + i);
            assertEquals(expected.line(), found.line());
            assertEquals(
                    wide.folder.resolve(narrow.folder.relativize(Path.of(expected.file()))), Path.of(found.file()));
        }
    }

    private static LineTable.Line line(NativeProgram program, long address) throws IOException {
        return table(program).lines(address).get(0);
    }

    private static LineTable table(NativeProgram program) throws IOException {
        MemoryLimit memory = new MemoryLimit(1 << 20);
        return LineTable.of(ElfFile.open(program.file, memory), new StepLimit(1_000_000), memory);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "-g -O0",
                "-g -O2",
                "-gdwarf-2 -O1",
                "-gdwarf-3 -O2",
                "-gdwarf-4 -O0",
                "-gdwarf-4 -O2 -no-pie",
                "-gdwarf-5 -O0 -no-pie",
                "-gdwarf-5 -O2 -pie -fPIE",
                "-gdwarf-4 -O2 -gz",
                "-gdwarf-5 -O2 -gz",
                "-gdwarf-5 -O2 -flto",
                "-gdwarf-4 -O2 -ffunction-sections -Wl,--gc-sections",
                "-gdwarf-5 -O2 -ffunction-sections -Wl,--gc-sections",
            })
    void eachInstructionHasTheLinesThatBinutilsFinds(String flags) throws Exception {
        assumeTrue(NativeProgram.isCommand("addr2line"), "addr2line is not installed");
        NativeProgram program = NativeProgram.compile(folder, flags.split(" "));
        List<Long> addresses = new ArrayList<>();
        for (NativeProgram.Extent function : program.functions().values()) {
            for (long i = 0; i < function.size(); i++) {
                addresses.add(function.start() + i);
            }
        }
        String input = addresses.stream().map(Long::toHexString).collect(Collectors.joining("\n"));
        String output = NativeProgram.run(folder, input, "addr2line", "-a", "-i", "-f", "-e", program.file.toString());
        String[] expected = output.split("(?m)^0x.*\n");
        assertEquals(addresses.size(), expected.length - 1);

        LineTable table = table(program);
        int found = 0;
        for (int i = 0; i < addresses.size(); i++) {
            String[] rows = expected[i + 1].split("\n");
            List<LineTable.Line> lines = table.lines(addresses.get(i));
            String explanation = Long.toHexString(addresses.get(i)) + ": " + String.join(", ", rows) + ", not " + lines;
            if (rows[1].matches(".*:[?0]")) {
                assertEquals(List.of(), lines, explanation);
                continue;
            }
            assertEquals(rows.length / 2, lines.size(), explanation);
            for (int depth = 0; depth < lines.size(); depth++) {
                Matcher place = PLACE.matcher(rows[2 * depth + 1]);
                assertTrue(place.matches(), explanation);
                LineTable.Line line = lines.get(depth);
                boolean outermost = depth == lines.size() - 1;
                assertEquals(outermost ? "" : rows[2 * depth], line.function(), explanation);
                assertEquals(Integer.parseInt(place.group(2)), line.line(), explanation);
                // With -flto, binutils takes the name of the whole program for that of a file.
                assertTrue(
                        place.group(1).endsWith("<artificial>")
                                || Path.of(place.group(1)).normalize().equals(Path.of(line.file())),
                        explanation);
                found++;
            }
        }
        assertTrue(found > 50, found + " lines");
    }
}
