package dev.rollcall.trace;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.reflect.Field;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Compares docs/trace-format.md with the code: every offset and every code. */
class FormatPageTest {
    private static final Path PAGE = Path.of("..", "docs", "trace-format.md");
    /** Offsets of several fields together, which the page lists one by one or describes in prose. */
    private static final Set<String> GROUPS =
            Set.of("RANK_AND_WORLD_OFFSET", "LANES_OFFSET", "CARRIED_OFFSET", "CAPACITY_OFFSET", "AREAS_OFFSET");

    static Stream<Arguments> layouts() {
        return Stream.of(
                Arguments.of("## Header", TraceHeader.class),
                Arguments.of("## Communicator table", CommunicatorTable.class),
                Arguments.of("### CALL", CallEvent.class),
                Arguments.of("### GROUP_START", GroupEvent.class),
                Arguments.of("### COMMUNICATOR", CommunicatorEvent.class),
                Arguments.of("### COPY", CopyEvent.class),
                Arguments.of("### CONTINUATION", CopyVolume.class),
                Arguments.of("### BUFFER", BufferEvent.class),
                Arguments.of("### RESULT", ResultEvent.class),
                Arguments.of("### DEVICE_ERROR", DeviceErrorEvent.class),
                Arguments.of("### MISPLACED", MisplacedEvent.class),
                Arguments.of("### WINDOW", WindowEvent.class),
                Arguments.of("### STEP", StepEvent.class),
                Arguments.of("### THREAD", ThreadEvent.class),
                Arguments.of("### END", EndEvent.class),
                Arguments.of("### Notes", InstrumentedMethod.class),
                Arguments.of("### Newest lists", NewestLists.class));
    }

    static Stream<Arguments> codes() {
        return Stream.of(
                Arguments.of("### Losses", LossKind.values()),
                Arguments.of("### Tags", EventTag.values()),
                Arguments.of("### Operations", Operation.values()),
                Arguments.of("### Element types", ElementType.values()),
                Arguments.of("### Reductions", Reduction.values()),
                Arguments.of("### Communicator phases", CommunicatorPhase.values()),
                Arguments.of("### Copy kinds", CopyKind.values()),
                Arguments.of("### Copy paths", CopyPath.values()),
                Arguments.of("### Copy verdicts", CopyVerdict.values()),
                Arguments.of("### Buffer uses", BufferUse.values()),
                Arguments.of("### Misplacements", Misplacement.values()),
                Arguments.of("### Device work", DeviceWork.values()),
                Arguments.of("### Buffer holders", BufferHolderKind.values()),
                Arguments.of("### Thread states", ThreadState.values()),
                Arguments.of("### End kinds", EndKind.values()));
    }

    private static String section(String heading) throws IOException {
        String page = Files.readString(PAGE);
        int begin = page.indexOf("\n" + heading);
        assertTrue(begin >= 0, "no heading " + heading);
        int end = page.indexOf("\n##", begin + 1);
        return page.substring(begin, end < 0 ? page.length() : end);
    }

    @ParameterizedTest
    @MethodSource("layouts")
    void pageListsEveryOffset(String heading, Class<?> layout) throws Exception {
        String section = section(heading);
        int offsets = 0;
        for (Field field : layout.getDeclaredFields()) {
            if (field.getName().endsWith("_OFFSET") && !GROUPS.contains(field.getName())) {
                field.setAccessible(true);
                String name = field.getName()
                        .replace("_OFFSET", "")
                        .toLowerCase(Locale.ROOT)
                        .replace('_', ' ');
                Pattern row = Pattern.compile("(?m)^ +" + field.getInt(null) + "  \\S.*?  +" + name + "(  .*)?$");
                assertTrue(row.matcher(section).find(), heading + " lacks " + name + " at " + field.getInt(null));
                offsets++;
            }
        }
        assertTrue(offsets > 0);
    }

    @ParameterizedTest
    @MethodSource("codes")
    void pageListsEveryCode(String heading, TraceCode[] constants) throws Exception {
        String section = section(heading);
        for (TraceCode constant : constants) {
            String name = constant.label().isEmpty() ? "(none)" : constant.label();
            Pattern entry =
                    Pattern.compile("(?m)(^ +|, )" + constant.code() + " +" + Pattern.quote(name) + "(?=[ ,]|$)");
            assertTrue(entry.matcher(section).find(), heading + " lacks " + constant.code() + " " + name);
        }
        assertEquals(
                constants.length,
                Pattern.compile("(?m)(^ +|, )[0-9]+ +\\S")
                        .matcher(section)
                        .results()
                        .count());
    }
}
