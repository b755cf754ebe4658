package dev.rollcall.analyzer.input.pytorch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rollcall.analyzer.containment.InputLimits;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * One dump of six calls as c10 writes it, as Python's {@code pickle.dumps} does in protocols 2 and 4, and in protocol 4 in frames of 64
 * bytes ({@code pickle._Framer._FRAME_SIZE_TARGET}). It has empty lists, and lists that are used twice, whole and in part. And a dump of
 * eight steps of six calls each, which differ in numbers, in the last step in state, and in every other step in one tensor's size.
 */
class DumpFormsTest {
    private final PythonFrames frames = new PythonFrames();

    @TempDir
    private Path folder;

    private static byte[] form(String name) throws IOException {
        try (InputStream in = DumpFormsTest.class.getResourceAsStream(name + ".pickle")) {
            return in.readAllBytes();
        }
    }

    private static int calls(String form) {
        return form.startsWith("loop-") ? 48 : 6;
    }

    private Dump read(byte[] dump) throws IOException {
        return Dump.read(Files.write(folder.resolve("dump"), dump), frames, InputLimits.DEFAULT);
    }

    private static List<List<Object>> values(Dump dump) {
        return dump.entries().stream().map(DumpFormsTest::values).toList();
    }

    private static List<Object> values(DumpEntry entry) {
        return List.of(
                entry.stack,
                entry.record,
                entry.group,
                entry.groupDescription,
                entry.localGroup,
                entry.name,
                entry.thread,
                entry.state,
                entry.retired,
                entry.pointToPoint,
                entry.collectiveSequence,
                entry.pointToPointSequence,
                entry.sequence,
                entry.created,
                entry.discoveredStarted,
                entry.discoveredCompleted,
                String.valueOf(entry.inputType),
                String.valueOf(entry.outputType),
                entry.inputElements,
                entry.outputElements,
                entry.inputTensors);
    }

    @ParameterizedTest
    @ValueSource(strings = {"python2", "python4", "framed", "loop-python2", "loop-python4", "loop-framed"})
    void allHoldTheSameCalls(String form) throws IOException {
        List<List<Object>> expected = values(read(form(form.startsWith("loop-") ? "loop-c10" : "c10")));

        List<List<Object>> entries = values(read(form(form)));

        assertEquals(calls(form), entries.size());
        assertEquals(expected, entries);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"c10", "python2", "python4", "framed", "loop-c10", "loop-python2", "loop-python4", "loop-framed"
            })
    void keepTheEntriesBeforeACut(String form) throws IOException {
        byte[] dump = form(form);
        int held = 0;
        for (int length = 1; length < dump.length - 1; length++) {
            EntryReader reader = new EntryReader(frames);
            Object value = new Unpickler(new ByteArrayInputStream(dump, 0, length), length, reader).read();
            int now = value instanceof DumpDictionary root && root.get("entries") instanceof DumpEntries entries
                    ? entries.calls().size()
                    : 0;

            assertTrue(now >= held && now <= calls(form), now + " of " + length + " bytes");
            held = now;
        }
        assertEquals(calls(form), held);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"c10", "python2", "python4", "framed", "loop-c10", "loop-python2", "loop-python4", "loop-framed"
            })
    void answerDamageWithAMessage(String form) throws IOException {
        long seed = Long.getLong("rollcall.seed", 20_261_121);
        Random random = new Random(seed);
        byte[] dump = form(form);
        for (int round = 0; round < 2_000; round++) {
            byte[] damaged = dump.clone();
            for (int i = 0; i <= random.nextInt(4); i++) {
                damaged[random.nextInt(damaged.length)] = (byte) random.nextInt(256);
            }
            try {
                read(damaged);
            } catch (IOException refused) {
                assertFalse(refused.getMessage().isBlank(), "seed " + seed);
            }
        }
    }

    @Test
    void pickleAndJsonHoldTheSameCalls() throws IOException {
        RecordedDump dump = new RecordedDump()
                .group("0", "default_pg", 0, 1)
                .completed("0", "all_reduce", 41)
                .pending("0", "send 0->1", 42)
                .with("record_id", "7");

        assertEquals(
                values(Dump.read(dump.pickle(folder.resolve("nccl_trace_rank_0")), frames, InputLimits.DEFAULT)),
                values(Dump.read(dump.json(folder.resolve("0.json")), frames, InputLimits.DEFAULT)));
    }

    private static byte[] pickle(String opcodes) {
        return ("\u0080\2}(X\7\0\0\0entries](" + opcodes).getBytes(StandardCharsets.ISO_8859_1);
    }

    @Test
    void entriesMayBeATuple() throws IOException {
        Dump dump = read(
                "\u0080\2}X\7\0\0\0entries(}X\5\0\0\0stateX\7\0\0\0startedsts.".getBytes(StandardCharsets.ISO_8859_1));

        assertEquals(1, dump.entries().size());
    }

    @Test
    void aListThatIsStillEmptyWhenItIsNumberedIsFilledEverywhere() throws IOException {
        String state = "X\5\0\0\0stateX\7\0\0\0started";
        Dump dump = read(pickle(
                "}(" + state + "X\13\0\0\0input_sizes]q\1](K\3K\5eau}(" + state + "X\13\0\0\0input_sizesh\1ueu."));

        assertEquals(15, dump.entries().get(0).inputElements);
        assertEquals(15, dump.entries().get(1).inputElements);
    }

    @Test
    void aListThatGrowsLeavesEqualListsAlone() throws IOException {
        String state = "X\5\0\0\0stateX\7\0\0\0startedX\13\0\0\0input_sizes](";
        Dump dump = read(pickle("}(" + state + "](K\3eeu}(" + state + "](K\3eK\5aeueu."));

        assertEquals(3, dump.entries().get(0).inputElements);
        assertEquals(15, dump.entries().get(1).inputElements);
    }

    @Test
    void equalStacksOfDifferentDumpsAreOneObject() throws IOException {
        byte[] dump = form("c10");

        assertNotSame(read(dump).entries().get(0), read(dump).entries().get(0));
        assertSame(read(dump).entries().get(0).stack, read(dump).entries().get(0).stack);
    }

    @ParameterizedTest
    @ValueSource(strings = {"]", "N", "(", "}", ")", "]\u0094", "}(", "](", "\u008c\1a"})
    void moreValuesThanADumpOfItsLengthHoldsAreRefused(String opcodes) {
        byte[] hostile = pickle(opcodes.repeat((24 << 20) / opcodes.length()));

        IOException refused = assertThrows(IOException.class, () -> read(hostile));

        assertTrue(refused.getMessage().contains("far more values"), refused.getMessage());
    }
}
