package dev.rollcall.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rollcall.gpu.CorruptionPolicy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.NullAndEmptySource;

class OptionsTest {
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
        assertEquals(Set.of("c10d", "jcuda", "cudart"), options.catalogue().libraries());
    }

    @Test
    void instrumentsNoCopiesWhereTheyAreOff() throws OptionsException {
        assertEquals(Set.of("c10d"), Options.parse("copies=off").catalogue().libraries());
        assertEquals(CopyScope.ALL, Options.parse("copies=all").copies());
        assertEquals(CorruptionPolicy.REROUTE, Options.parse("corrupt=reroute").corrupt());
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
    void switchesStacksAndTheWatchdogOff() throws OptionsException {
        Options options = Options.parse("stack=off,hang=off");
        assertEquals(0, options.stackFrames());
        assertTrue(options.hang().isZero());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "colour=red      | unknown option 'colour'; known are file, slots, heap, stack, hang, copies, corrupt, libraries, calls",
                "slots=16,       | an option is empty: there is a comma too many in 'slots=16,'",
                "calls=/absent/x | calls names a file that cannot be read: /absent/x: no such file",
                "slots           | option slots needs a value, as in slots=VALUE",
                "slots=          | option slots needs a value, as in slots=VALUE",
                "slots=16,slots=32 | option slots is given twice",
                "slots=100       | slots is a power of two, not 100",
                "slots=8         | slots is a number from 16 to 4194304, not 8",
                "slots=many      | slots is a number from 16 to 4194304, not many",
                "heap=4          | heap is a size from 64k to 512m, such as 4m, not 4",
                "heap=2g         | heap is a size from 64k to 512m, such as 4m, not 2g",
                "stack=0         | stack is a number from 1 to 256 or off, not 0",
                "hang=60         | hang is a time such as 500ms, 60s, 5m or 1h, or off, not 60",
                "hang=0s         | hang is a time such as 500ms, 60s, 5m or 1h, or off, not 0s",
                "libraries=mpi   | unknown library 'mpi'; libraries is all or some of c10d+jcuda+cudart",
                "copies=some     | copies is one of off, peer, all, not some",
                "corrupt=stop    | corrupt is one of warn, throw, reroute, not stop",
                "file=%x         | file may hold %j, %r, %h, %p, %t, %{NAME} and %%, not %x",
                "file=a%         | file may hold %j, %r, %h, %p, %t, %{NAME} and %%, not %",
            })
    void refusesWhatItCannotUseAndSaysWhatIsAllowed(String text, String message) {
        OptionsException refused = assertThrows(OptionsException.class, () -> Options.parse(text));
        assertEquals(message, refused.getMessage());
    }

    @Test
    void addsTheUsersOwnLibraryAndChoosesAmongAll(@TempDir Path folder) throws Exception {
        Path file = Files.writeString(folder.resolve("own.calls"), "library own\nclass a.B\ncall barrier sync\n");
        assertEquals(
                Set.of("c10d", "jcuda", "cudart", "own"),
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
    void refusesAKindOfCopyThatNoTraceKnows(@TempDir Path folder) throws Exception {
        Path file = Files.writeString(folder.resolve("own.calls"), "library own\nclass a.B\ncopy sideways move\n");
        OptionsException refused = assertThrows(OptionsException.class, () -> Options.parse("calls=" + file));
        assertTrue(refused.getMessage().contains("unknown kind of copy 'sideways'; known are unknown, "));
    }

    @Test
    void refusesAnOperationThatNoTraceKnows(@TempDir Path folder) throws Exception {
        Path file = Files.writeString(folder.resolve("own.calls"), "library own\nclass a.B\ncall all_mix sync\n");
        OptionsException refused = assertThrows(OptionsException.class, () -> Options.parse("calls=" + file));
        assertTrue(refused.getMessage().contains("unknown operation 'all_mix'; known are all_reduce, "));
    }
}
