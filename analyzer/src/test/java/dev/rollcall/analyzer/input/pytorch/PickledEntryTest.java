package dev.rollcall.analyzer.input.pytorch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * One dump of six calls as c10 writes it, as Python's {@code pickle.dumps} does by protocols 2 and 4, and by protocol 4 in frames of 64
 * bytes ({@code pickle._Framer._FRAME_SIZE_TARGET}). It has lists that are used twice, whole and in part, and empty ones. And a dump of
 * eight steps of six calls each, which differ in numbers, in the last step in state, and in every other in one tensor's size.
 */
class PickledEntryTest {
    private static byte[] form(String name) throws IOException {
        try (InputStream in = PickledEntryTest.class.getResourceAsStream(name + ".pickle")) {
            return in.readAllBytes();
        }
    }

    private static int calls(String form) {
        return form.startsWith("loop-") ? 48 : 6;
    }

    private static List<Object> entries(Unpickler pickle) throws IOException {
        List<Object> entries = new ArrayList<>();
        if (pickle.read() instanceof Fields root) {
            Sequence list = root.list("entries");
            for (int i = 0; i < list.size(); i++) {
                entries.add(list.get(i));
            }
        }
        return entries;
    }

    private static Unpickler atOnce(byte[] dump) {
        return new Unpickler(dump, new PythonFrames(), new DumpName.Table());
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
                entry.message,
                entry.collectiveSequence,
                entry.messageSequence,
                entry.anySequence,
                entry.created,
                entry.discoveredStarted,
                entry.discoveredCompleted,
                String.valueOf(entry.inputType),
                String.valueOf(entry.outputType),
                entry.inputElements,
                entry.outputElements,
                entry.tensors);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"c10", "python2", "python4", "framed", "loop-c10", "loop-python2", "loop-python4", "loop-framed"
            })
    void understandsAnEntryAsItsPlainValuesAre(String form) throws IOException {
        byte[] dump = form(form);
        EntryReader plain = new EntryReader(new DumpName.Table(), new PythonFrames(), dump.length);
        List<Object> expected = entries(new Unpickler(dump));

        List<Object> entries = entries(atOnce(dump));

        assertEquals(calls(form), entries.size());
        for (int i = 0; i < calls(form); i++) {
            DumpEntry entry = assertInstanceOf(DumpEntry.class, entries.get(i));
            assertEquals(values(plain.read((Fields) expected.get(i))), values(entry), "entry " + i);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"c10", "python2", "python4", "framed", "loop-c10", "loop-python2", "loop-python4", "loop-framed"
            })
    void keepsTheEntriesBeforeACut(String form) throws IOException {
        byte[] dump = form(form);
        int held = 0;
        for (int length = 0; length < dump.length - 1; length++) {
            List<Object> entries = entries(atOnce(Arrays.copyOf(dump, length)));

            assertTrue(
                    entries.size() >= held && entries.size() <= calls(form),
                    entries.size() + " of " + length + " bytes");
            held = entries.size();
        }
        assertEquals(calls(form), held);
    }

    @Test
    void readsEntriesInAnotherFormAsPlainValues(@TempDir Path folder) throws IOException {
        RecordedDump dump = new RecordedDump().group("0", "default_pg", 0, 1).completed("0", "all_reduce", 41);
        Path file = dump.pickle(folder.resolve("nccl_trace_rank_0"));

        assertThrows(
                PickledValues.OtherForm.class,
                () -> atOnce(Files.readAllBytes(file)).read());
        assertEquals(1, Dump.read(file, new PythonFrames()).entries().size());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"c10", "python2", "python4", "framed", "loop-c10", "loop-python2", "loop-python4", "loop-framed"
            })
    void answersDamageWithAMessage(String form, @TempDir Path folder) throws IOException {
        long seed = Long.getLong("rollcall.seed", 20_261_121);
        Random random = new Random(seed);
        byte[] dump = form(form);
        Path file = folder.resolve("dump");
        for (int round = 0; round < 2_000; round++) {
            byte[] damaged = dump.clone();
            for (int i = 0; i <= random.nextInt(4); i++) {
                damaged[random.nextInt(damaged.length)] = (byte) random.nextInt(256);
            }
            Files.write(file, damaged);
            try {
                Dump.read(file, new PythonFrames());
            } catch (IOException told) {
                assertFalse(told.getMessage().isBlank(), "seed " + seed);
            }
        }
    }
}
