package dev.rollcall.trace;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.reflect.Field;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Holds docs/trace-format.md against the code: every offset of a slot and of an entry, and every code. */
class FormatPageTest {
    private static final Path PAGE = Path.of("..", "docs", "trace-format.md");

    static Stream<Arguments> layouts() {
        return Stream.of(
                Arguments.of("## Communicator table", CommunicatorDescriptor.class),
                Arguments.of("### CALL", CallDescriptor.class),
                Arguments.of("### GROUP_START", GroupDescriptor.class),
                Arguments.of("### COMMUNICATOR", CommunicatorEventDescriptor.class),
                Arguments.of("### COPY", CopyDescriptor.class),
                Arguments.of("### BUFFER", BufferDescriptor.class),
                Arguments.of("### DEVICE_ERROR", DeviceErrorDescriptor.class),
                Arguments.of("### STEP", StepDescriptor.class),
                Arguments.of("### THREAD", ThreadDescriptor.class),
                Arguments.of("### END", EndDescriptor.class));
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
                Arguments.of("### Thread states", ThreadState.values()),
                Arguments.of("### End kinds", EndKind.values()));
    }

    /** Returns the page from a heading on; a copy's continuation has a heading of its own, right after. */
    private static String section(String heading) throws IOException {
        String page = Files.readString(PAGE);
        int begin = page.indexOf("\n" + heading);
        assertTrue(begin >= 0, "no heading " + heading);
        int end = page.indexOf("\n##", begin + 1);
        if (heading.equals("### COPY")) {
            end = page.indexOf("\n##", end + 1);
        }
        return page.substring(begin, end < 0 ? page.length() : end);
    }

    @ParameterizedTest
    @MethodSource("layouts")
    void tellsEveryOffset(String heading, Class<?> descriptor) throws Exception {
        String section = section(heading);
        Set<String> places = Set.of("LANES_OFFSET", "CARRIED_OFFSET");
        for (Field field : descriptor.getDeclaredFields()) {
            if (field.getName().endsWith("_OFFSET") && !places.contains(field.getName())) {
                String name = field.getName()
                        .replace("_OFFSET", "")
                        .toLowerCase(Locale.ROOT)
                        .replace('_', ' ');
                String row = "(?s).*\n\\| " + field.getInt(null) + " \\| [0-9]+ \\| [^|]+ \\| " + name + " \\|.*";
                assertTrue(section.matches(row), heading + " does not tell " + name + " at " + field.getInt(null));
            }
        }
    }

    @ParameterizedTest
    @MethodSource("codes")
    void tellsEveryCode(String heading, Enum<?>[] constants) throws Exception {
        String section = section(heading);
        for (Enum<?> constant : constants) {
            Class<?> type = constant.getDeclaringClass();
            String label = (String) type.getMethod("label").invoke(constant);
            String name = label.isEmpty() ? "(none)" : "`" + label + "`";
            String row = "\n| " + type.getMethod("code").invoke(constant) + " | " + name + " |";
            assertTrue(section.contains(row), heading + " does not tell" + row);
        }
    }
}
