package dev.rollcall.trace;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/** Reads traces with bytes changed at random. Opening one gives a clear exception, or a reader whose methods do not throw. */
class DamagedTraceTest {
    static final List<String> NAMES = GoldenTraces.NAMES;
    private static final int FILES = 1500;

    /** Numbers that a reader may handle badly: signs, overflows, lengths, values around powers of two. */
    private static final long[] BAD_NUMBERS = {
        0,
        1,
        -1,
        8,
        127,
        128,
        4096,
        Integer.MAX_VALUE,
        Integer.MIN_VALUE,
        0xFFFF_FFFFL,
        1L << 31,
        1L << 40,
        Long.MAX_VALUE,
        Long.MIN_VALUE,
        0x0100_0000_0000_0002L,
        -128
    };

    @TempDir
    Path folder;

    @ParameterizedTest
    @FieldSource("NAMES")
    @Timeout(value = 2, unit = TimeUnit.MINUTES)
    void readsADamagedTraceOrExplainsWhyNot(String name) throws Exception {
        long seed = Long.getLong("rollcall.seed", 20_261_120L);
        System.out.println("DamagedTraceTest: -Drollcall.seed=" + seed);
        byte[] whole = Files.readAllBytes(
                Path.of(DamagedTraceTest.class.getResource(name + ".trace").toURI()));
        Random random = new Random(seed);
        int refused = 0;
        for (int i = 0; i < FILES; i++) {
            // A new file each time, because a reader keeps the old one mapped.
            Path file = Files.write(folder.resolve("damaged" + i), damage(whole, random));
            try {
                assertFalse(GoldenJson.of(TraceReader.open(file)).isEmpty());
            } catch (TraceFormatException e) {
                assertFalse(e.getMessage().isBlank());
                refused++;
            } catch (RuntimeException | Error e) {
                throw new AssertionError("file " + i + " of seed " + seed, e);
            } finally {
                Files.delete(file);
            }
        }
        assertTrue(refused > 0 && refused < FILES / 2, refused + " of " + FILES + " refused");
    }

    private static byte[] damage(byte[] whole, Random random) {
        byte[] bytes = random.nextInt(8) == 0 ? Arrays.copyOf(whole, random.nextInt(whole.length)) : whole.clone();
        ByteBuffer buffer = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
        for (int changes = 1 + random.nextInt(20); changes > 0 && bytes.length >= 16; changes--) {
            int at = random.nextInt(random.nextInt(4) == 0 ? Math.min(bytes.length, 2400) : bytes.length) & -4;
            switch (random.nextInt(4)) {
                case 0 -> bytes[at] ^= (byte) (1 << random.nextInt(8));
                case 1 -> buffer.putInt(Math.min(at, bytes.length - 4), (int) bad(random));
                case 2 -> buffer.putLong(Math.min(at & -8, bytes.length - 8), bad(random));
                default -> {
                    int from = random.nextInt(bytes.length) & -8;
                    System.arraycopy(bytes, from, bytes, at & -8, Math.min(128, bytes.length - Math.max(from, at)));
                }
            }
        }
        // A file that the reader rejects tests little, so most files keep their first words.
        if (random.nextInt(8) != 0) {
            System.arraycopy(whole, 0, bytes, 0, Math.min(bytes.length, TraceHeader.FLAGS_OFFSET));
        }
        return bytes;
    }

    private static long bad(Random random) {
        long number = BAD_NUMBERS[random.nextInt(BAD_NUMBERS.length)];
        return random.nextBoolean() ? number : number + random.nextInt(64) - 32;
    }
}
