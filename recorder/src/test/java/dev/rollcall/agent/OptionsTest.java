package dev.rollcall.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rollcall.catalogue.CatalogueEntry;
import dev.rollcall.catalogue.EntryKind;
import dev.rollcall.gpu.CorruptionPolicy;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.NullAndEmptySource;

class OptionsTest {
    /** The analyzer's test compares what {@code rollcall run} accepts with the same page. */
    @Test
    void areThoseOfThePage() throws IOException {
        String page = Pattern.compile("^\\*\\*`(\\w+)=", Pattern.MULTILINE)
                .matcher(Files.readString(Path.of("..", "docs", "options.md")))
                .results()
                .map(match -> match.group(1))
                .collect(Collectors.joining(", "));
        OptionsException refused = assertThrows(OptionsException.class, () -> Options.parse("none=1"));
        assertEquals("unknown option 'none'; known are " + page, refused.getMessage());
    }

    @ParameterizedTest
    @NullAndEmptySource
    void hasDefaultsForEverything(String text) throws OptionsException {
        Options options = Options.parse(text);
        assertEquals("rollcall/%j/%r-%h-%p.trace", options.file().pattern());
        assertEquals(16_384, options.slots());
        assertEquals(4 << 20, options.heapBytes());
        assertEquals(32, options.stackFrames());
        assertEquals(Duration.ofSeconds(60), options.hang());
        assertEquals(CopyScope.PEER, options.copies());
        assertEquals(CorruptionPolicy.WARN, options.corrupt());
        assertEquals(
                Set.of("c10d", "nccl", "jcuda", "cudart", "steps"),
                options.catalogue().libraries());
    }

    @Test
    void instrumentsNoCopiesIfTheyAreOff() throws OptionsException {
        assertFalse(kinds("copies=off").contains(EntryKind.COPY));
        assertEquals(
                Set.of("c10d", "nccl", "jcuda", "cudart", "steps"),
                Options.parse("copies=off").catalogue().libraries());
        assertEquals(CopyScope.ALL, Options.parse("copies=all").copies());
        assertEquals(CorruptionPolicy.REROUTE, Options.parse("corrupt=reroute").corrupt());
    }

    private static List<EntryKind> kinds(String options) throws OptionsException {
        return Options.parse(options).catalogue().entries().stream()
                .map(CatalogueEntry::kind)
                .toList();
    }

    @Test
    void checksDevicesAndWaitsForEachOperationOnlyIfAsked() throws OptionsException {
        assertEquals(DeviceChecks.CHECK, Options.parse("").devices());
        assertEquals(DeviceChecks.EACH, Options.parse("sync=each").devices());
        assertEquals(DeviceChecks.OFF, Options.parse("devices=off").devices());
        assertTrue(kinds("").contains(EntryKind.LAUNCH));
        assertFalse(kinds("devices=off").contains(EntryKind.LAUNCH));
        assertFalse(kinds("devices=off").contains(EntryKind.SYNCHRONIZE));
        assertTrue(kinds("devices=off").contains(EntryKind.CONTEXT_END));
    }

    @Test
    void readsEveryKey() throws OptionsException {
        Options options = Options.parse("file=/tmp/%p.trace,slots=64,heap=512k,stack=8,hang=500ms,libraries=c10d");
        assertEquals("/tmp/%p.trace", options.file().pattern());
        assertEquals(64, options.slots());
        assertEquals(512 << 10, options.heapBytes());
        assertEquals(8, options.stackFrames());
        assertEquals(Duration.ofMillis(500), options.hang());
    }

    @Test
    void keepsTracesByAgeSizeOrBoth() throws OptionsException {
        assertEquals(
                new KeptTraces(Long.MAX_VALUE, Long.MAX_VALUE),
                Options.parse("").keep());
        assertEquals(
                new KeptTraces(36 * 3_600_000L, Long.MAX_VALUE),
                Options.parse("keep=36h").keep());
        assertEquals(
                new KeptTraces(7 * 86_400_000L, 2L << 30),
                Options.parse("keep=2g+7d").keep());
    }

    @Test
    void turnsStacksAndTheHangTimeoutOff() throws OptionsException {
        Options options = Options.parse("stack=off,hang=off");
        assertEquals(0, options.stackFrames());
        assertTrue(options.hang().isZero());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "colour=red      | unknown option 'colour'; known are file, keep, commandline, slots, heap, stack, hang, copies, corrupt, devices, sync, results, libraries, calls",
                "slots=16,       | an option is empty: remove a comma from 'slots=16,'",
                "calls=/absent/x | calls: cannot read /absent/x: no such file",
                "slots           | option slots needs a value, as in slots=VALUE",
                "slots=          | option slots needs a value, as in slots=VALUE",
                "slots=16,slots=32 | option slots is given twice",
                "slots=100       | slots must be a power of two, not 100",
                "slots=8         | slots must be a number from 16 to 4194304, not 8",
                "slots=many      | slots must be a number from 16 to 4194304, not many",
                "heap=4          | heap must be a size from 64k to 512m, such as 4m, not 4",
                "heap=2g         | heap must be a size from 64k to 512m, such as 4m, not 2g",
                "stack=0         | stack must be a number from 1 to 256 or off, not 0",
                "hang=60         | hang must be a time such as 500ms, 60s, 5m or 1h, or off, not 60",
                "hang=0s         | hang must be a time such as 500ms, 60s, 5m or 1h, or off, not 0s",
                "keep=7         | keep must be an age, a size or both, such as 7d, 2g or 7d+2g, not 7",
                "keep=7d+       | keep must be an age, a size or both, such as 7d, 2g or 7d+2g, not 7d+",
                "commandline=no | commandline must be one of masked, off, not no",
                "libraries=mpi   | unknown library 'mpi'; libraries must be all or some of c10d+nccl+jcuda+cudart+steps",
                "copies=some     | copies must be one of off, peer, all, not some",
                "corrupt=stop    | corrupt must be one of warn, throw, reroute, not stop",
                "devices=some    | devices must be one of check, off, not some",
                "sync=all        | sync must be one of each, off, not all",
                "sync=each,devices=off | sync=each needs devices=check",
                "file=%x         | option file may contain %j, %r, %h, %p, %t, %{NAME} and %%, not %x",
                "file=a%         | option file may contain %j, %r, %h, %p, %t, %{NAME} and %%, not %",
            })
    void rejectsInvalidOptionsAndSaysWhatIsAllowed(String text, String message) {
        OptionsException invalid = assertThrows(OptionsException.class, () -> Options.parse(text));
        assertEquals(message, invalid.getMessage());
    }

    @Test
    void addsAUsersLibraryAndSelectsLibraries(@TempDir Path folder) throws Exception {
        Path file = Files.writeString(folder.resolve("own.calls"), "library own\nclass a.B\ncall barrier sync\n");
        assertEquals(
                Set.of("c10d", "nccl", "jcuda", "cudart", "steps", "own"),
                Options.parse("calls=" + file).catalogue().libraries());
        assertEquals(
                Set.of("own"),
                Options.parse("calls=" + file + ",libraries=own").catalogue().libraries());
        assertFalse(Options.parse("calls=" + file + ",libraries=own+c10d")
                .catalogue()
                .ofClass("a.B")
                .isEmpty());
    }

    @Test
    void rejectsAnUnknownKindOfCopy(@TempDir Path folder) throws Exception {
        Path file = Files.writeString(folder.resolve("own.calls"), "library own\nclass a.B\ncopy sideways move\n");
        OptionsException invalid = assertThrows(OptionsException.class, () -> Options.parse("calls=" + file));
        assertTrue(invalid.getMessage().contains("unknown kind of copy 'sideways'; known are unknown, "));
    }

    @Test
    void rejectsAnUnknownOperation(@TempDir Path folder) throws Exception {
        Path file = Files.writeString(folder.resolve("own.calls"), "library own\nclass a.B\ncall all_mix sync\n");
        OptionsException invalid = assertThrows(OptionsException.class, () -> Options.parse("calls=" + file));
        assertTrue(invalid.getMessage().contains("unknown operation 'all_mix'; known are all_reduce, "));
    }
}
