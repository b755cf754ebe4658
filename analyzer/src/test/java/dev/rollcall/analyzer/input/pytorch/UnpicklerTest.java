package dev.rollcall.analyzer.input.pytorch;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The pickles below were written by Python 3.11's {@code pickle.dumps(value, protocol)} of one value, protocols 0 to 5. */
class UnpicklerTest {
    private static final List<String> PICKLES = List.of(
            "KGRwMApWdmVyc2lvbgpwMQpWMi40CnAyCnNWcGdfY29uZmlnCnAzCihkcDQKVjAKcDUKKGRwNgpWbmFtZQpwNwpnNQpzVmRl"
                    + "c2MKcDgKVmRlZmF1bHRfcGcKcDkKc1ZyYW5rcwpwMTAKVlswLCAxXQpwMTEKc3NzVmVudHJpZXMKcDEyCihscDEzCihkcDE0"
                    + "ClZjb2xsZWN0aXZlX3NlcV9pZApwMTUKSTEKc1ZzdGF0ZQpwMTYKVmNvbXBsZXRlZApwMTcKc1Z0CnAxOApMMTc5NTIxMTM2"
                    + "NTEyNjA0MzM4MUwKc1ZuCnAxOQpOc1ZuZWcKcDIwCkktMwpzVmJpZwpwMjEKSTcwMDAwCnNWZgpwMjIKRjAuNQpzVmIKcDIz"
                    + "CkkwMQpzVnByb2Nlc3NfZ3JvdXAKcDI0CihnNQpnOQp0cDI1CnNWdGhyZWUKcDI2CihJMQpJMgpJMwp0cDI3CnNWc2l6ZXMK"
                    + "cDI4CihscDI5CihscDMwCkkxMDI0CmFJMgphYShscDMxCmFzYWcxNAphcy4=",
            "fXEAKFgHAAAAdmVyc2lvbnEBWAMAAAAyLjRxAlgJAAAAcGdfY29uZmlncQN9cQRYAQAAADBxBX1xBihYBAAAAG5hbWVxB2gF"
                    + "WAQAAABkZXNjcQhYCgAAAGRlZmF1bHRfcGdxCVgFAAAAcmFua3NxClgGAAAAWzAsIDFdcQt1c1gHAAAAZW50cmllc3EMXXEN"
                    + "KH1xDihYEQAAAGNvbGxlY3RpdmVfc2VxX2lkcQ9LAVgFAAAAc3RhdGVxEFgJAAAAY29tcGxldGVkcRFYAQAAAHRxEkwxNzk1"
                    + "MjExMzY1MTI2MDQzMzgxTApYAQAAAG5xE05YAwAAAG5lZ3EUSv3///9YAwAAAGJpZ3EVSnARAQBYAQAAAGZxFkc/4AAAAAAA"
                    + "AFgBAAAAYnEXSTAxClgNAAAAcHJvY2Vzc19ncm91cHEYKGgFaAl0cRlYBQAAAHRocmVlcRooSwFLAksDdHEbWAUAAABzaXpl"
                    + "c3EcXXEdKF1xHihNAARLAmVdcR9ldWgOZXUu",
            "gAJ9cQAoWAcAAAB2ZXJzaW9ucQFYAwAAADIuNHECWAkAAABwZ19jb25maWdxA31xBFgBAAAAMHEFfXEGKFgEAAAAbmFtZXEH"
                    + "aAVYBAAAAGRlc2NxCFgKAAAAZGVmYXVsdF9wZ3EJWAUAAAByYW5rc3EKWAYAAABbMCwgMV1xC3VzWAcAAABlbnRyaWVzcQxd"
                    + "cQ0ofXEOKFgRAAAAY29sbGVjdGl2ZV9zZXFfaWRxD0sBWAUAAABzdGF0ZXEQWAkAAABjb21wbGV0ZWRxEVgBAAAAdHESigj1"
                    + "9hSjOd/pGFgBAAAAbnETTlgDAAAAbmVncRRK/f///1gDAAAAYmlncRVKcBEBAFgBAAAAZnEWRz/gAAAAAAAAWAEAAABicReI"
                    + "WA0AAABwcm9jZXNzX2dyb3VwcRhoBWgJhnEZWAUAAAB0aHJlZXEaSwFLAksDh3EbWAUAAABzaXplc3EcXXEdKF1xHihNAARL"
                    + "AmVdcR9ldWgOZXUu",
            "gAN9cQAoWAcAAAB2ZXJzaW9ucQFYAwAAADIuNHECWAkAAABwZ19jb25maWdxA31xBFgBAAAAMHEFfXEGKFgEAAAAbmFtZXEH"
                    + "aAVYBAAAAGRlc2NxCFgKAAAAZGVmYXVsdF9wZ3EJWAUAAAByYW5rc3EKWAYAAABbMCwgMV1xC3VzWAcAAABlbnRyaWVzcQxd"
                    + "cQ0ofXEOKFgRAAAAY29sbGVjdGl2ZV9zZXFfaWRxD0sBWAUAAABzdGF0ZXEQWAkAAABjb21wbGV0ZWRxEVgBAAAAdHESigj1"
                    + "9hSjOd/pGFgBAAAAbnETTlgDAAAAbmVncRRK/f///1gDAAAAYmlncRVKcBEBAFgBAAAAZnEWRz/gAAAAAAAAWAEAAABicReI"
                    + "WA0AAABwcm9jZXNzX2dyb3VwcRhoBWgJhnEZWAUAAAB0aHJlZXEaSwFLAksDh3EbWAUAAABzaXplc3EcXXEdKF1xHihNAARL"
                    + "AmVdcR9ldWgOZXUu",
            "gASVEAEAAAAAAAB9lCiMB3ZlcnNpb26UjAMyLjSUjAlwZ19jb25maWeUfZSMATCUfZQojARuYW1llGgFjARkZXNjlIwKZGVm"
                    + "YXVsdF9wZ5SMBXJhbmtzlIwGWzAsIDFdlHVzjAdlbnRyaWVzlF2UKH2UKIwRY29sbGVjdGl2ZV9zZXFfaWSUSwGMBXN0YXRl"
                    + "lIwJY29tcGxldGVklIwBdJSKCPX2FKM53+kYjAFulE6MA25lZ5RK/f///4wDYmlnlEpwEQEAjAFmlEc/4AAAAAAAAIwBYpSI"
                    + "jA1wcm9jZXNzX2dyb3VwlGgFaAmGlIwFdGhyZWWUSwFLAksDh5SMBXNpemVzlF2UKF2UKE0ABEsCZV2UZXVoDmV1Lg==",
            "gAWVEAEAAAAAAAB9lCiMB3ZlcnNpb26UjAMyLjSUjAlwZ19jb25maWeUfZSMATCUfZQojARuYW1llGgFjARkZXNjlIwKZGVm"
                    + "YXVsdF9wZ5SMBXJhbmtzlIwGWzAsIDFdlHVzjAdlbnRyaWVzlF2UKH2UKIwRY29sbGVjdGl2ZV9zZXFfaWSUSwGMBXN0YXRl"
                    + "lIwJY29tcGxldGVklIwBdJSKCPX2FKM53+kYjAFulE6MA25lZ5RK/f///4wDYmlnlEpwEQEAjAFmlEc/4AAAAAAAAIwBYpSI"
                    + "jA1wcm9jZXNzX2dyb3VwlGgFaAmGlIwFdGhyZWWUSwFLAksDh5SMBXNpemVzlF2UKF2UKE0ABEsCZV2UZXVoDmV1Lg==");

    static Stream<byte[]> pickles() {
        return PICKLES.stream().map(Base64.getDecoder()::decode);
    }

    private static Unpickler unpickler(byte[] pickle) {
        return new Unpickler(new ByteArrayInputStream(pickle), pickle.length, new EntryReader(new PythonFrames()));
    }

    /** Returns a pickle whose list of entries has another key, so that it is read as a list of dictionaries. */
    private static byte[] withoutEntries(byte[] pickle) {
        return new String(pickle, ISO_8859_1).replace("entries", "Entries").getBytes(ISO_8859_1);
    }

    @ParameterizedTest
    @MethodSource("pickles")
    void readsWhatPythonWrites(byte[] pickle) throws IOException {
        Unpickler unpickler = unpickler(withoutEntries(pickle));

        DumpDictionary root = (DumpDictionary) unpickler.read();

        assertFalse(unpickler.cut());
        assertEquals("2.4", root.text("version"));
        assertEquals("[0, 1]", root.dictionary("pg_config").dictionary("0").text("ranks"));
        DumpList list = (DumpList) root.get("Entries");
        assertEquals(2, list.size());
        DumpDictionary entry = (DumpDictionary) list.get(1);
        assertEquals(1_795_211_365_126_043_381L, entry.number("t", 0));
        assertEquals(-3, entry.number("neg", 0));
        assertEquals(70_000, entry.number("big", 0));
        assertEquals(0.5, entry.get("f"));
        assertEquals(true, entry.get("b"));
        assertNull(entry.get("n"));
        assertEquals("default_pg", ((DumpList) entry.get("process_group")).text(1));
        assertEquals(3, ((DumpList) entry.get("three")).size());
        assertEquals(1024L, ((DumpList) ((DumpList) entry.get("sizes")).get(0)).get(0));
    }

    @ParameterizedTest
    @MethodSource("pickles")
    void keepsWhatStandsBeforeACut(byte[] pickle) throws IOException {
        int entries = 0;
        for (int length = 0; length < pickle.length - 1; length++) {
            Unpickler unpickler = unpickler(Arrays.copyOf(pickle, length));
            Object value = unpickler.read();
            assertTrue(unpickler.cut(), "cut to " + length);
            if (value instanceof DumpDictionary root && root.get("entries") instanceof DumpEntries held) {
                int now = held.calls().size();
                assertTrue(now >= entries && now <= 2, now + " entries of " + length + " bytes");
                entries = now;
            }
        }
        assertEquals(2, entries, "a pickle without its last byte holds both");
    }

    @Test
    void refusesAPickleThatWouldRunCode() {
        byte[] pickle =
                Base64.getDecoder().decode("gAJ9cQBYBwAAAGVudHJpZXNxAWNwb3NpeApzeXN0ZW0KcQJYBAAAAHRydWVxA4VxBFJxBXMu");

        IOException refused =
                assertThrows(IOException.class, () -> unpickler(pickle).read());

        assertTrue(refused.getMessage().contains("never runs"), refused.getMessage());
    }

    @Test
    void believesNoLengthThatTheFileDoesNotHave() throws IOException {
        byte[] hugeText = {(byte) 0x80, 4, (byte) 0x8d, 0, 0, 0, 0, 0, 0, 0, 0x7f};
        byte[] hugeMemo = {(byte) 0x80, 4, ']', 'r', -1, -1, -1, 0x7f, '.'};

        assertNull(unpickler(hugeText).read());
        assertThrows(IOException.class, () -> unpickler(hugeMemo).read());
    }

    @Test
    void answersDamageWithAMessage() {
        long seed = Long.getLong("rollcall.seed", 20_261_121);
        Random random = new Random(seed);
        List<byte[]> whole = pickles().toList();
        IntStream.range(0, 20_000).forEach(round -> {
            byte[] damaged = whole.get(random.nextInt(whole.size())).clone();
            for (int i = 0; i <= random.nextInt(4); i++) {
                damaged[random.nextInt(damaged.length)] = (byte) random.nextInt(256);
            }
            try {
                unpickler(damaged).read();
            } catch (IOException refused) {
                assertFalse(refused.getMessage().isBlank(), "seed " + seed);
            }
        });
    }
}
