package dev.rollcall.analyzer.input.job;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.rollcall.analyzer.input.AllocatorHistory;
import dev.rollcall.analyzer.input.AllocatorHistory.Block;
import dev.rollcall.analyzer.input.CallInput;
import dev.rollcall.analyzer.model.Call;
import dev.rollcall.analyzer.model.CallStack;
import dev.rollcall.analyzer.model.HeldBuffers;
import dev.rollcall.analyzer.model.HeldBuffers.Moment;
import dev.rollcall.analyzer.model.StackFrame;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class StreamHeldBuffersTest {
    private static final long MICRO = 1_000;
    private static final long SIZE = 1 << 20;
    private static final long BASE = 1_700_000_000_000_000_000L;

    private final List<Block> blocks = new ArrayList<>();
    private final List<CallInput> inputs = new ArrayList<>();

    @Test
    void reportsInputsThatWaitForAStreamTogether() throws IOException {
        for (int i = 0; i < 4; i++) {
            call(i, i * 100, "train.py", 7);
            block(i, i * 100 - 10, i * 100 + 10, 1_000);
        }
        HeldBuffers held = found(0).get(0);
        assertEquals(7, held.stack().siteFrame().line());
        assertEquals(HeldBuffers.Holder.STREAM, held.holder());
        assertEquals(4, held.most().buffers());
        assertEquals(4 * SIZE, held.most().bytes());
        assertEquals(0, held.last().buffers());
    }

    @Test
    void countsWhatStillWaitsAtTheEndOfTheHistory() throws IOException {
        for (int i = 0; i < 3; i++) {
            call(i, i * 100, "train.py", 7);
            blocks.add(new Block(0, address(i), SIZE, time(i * 100 - 10), time(i * 100 + 10), Call.NO_TIME));
        }
        assertEquals(
                List.of(1, 2, 3),
                found(0).get(0).moments().stream().map(Moment::buffers).toList());
    }

    @Test
    void isSilentWhereTwoCallsOverlap() throws IOException {
        for (int i = 0; i < 20; i++) {
            call(i, i * 100, "train.py", 7);
            block(i, i * 100 - 10, i * 100 + 10, i * 100 + 150);
        }
        assertEquals(List.of(), found(0));
    }

    @Test
    void isSilentAboutMemoryThatTheProgramHolds() throws IOException {
        for (int i = 0; i < 20; i++) {
            call(i, i * 100, "train.py", 7);
            blocks.add(new Block(0, address(i), SIZE, time(i * 100 - 10), Call.NO_TIME, Call.NO_TIME));
        }
        assertEquals(List.of(), found(0));
    }

    @Test
    void isSilentAboutWaitingMemoryThatNoCallRead() throws IOException {
        call(0, 0, "train.py", 7);
        for (int i = 1; i < 20; i++) {
            block(i, i * 100 - 10, i * 100 + 10, 5_000);
        }
        assertEquals(List.of(), found(0));
    }

    @Test
    void tellsUsesOfOneAddressApartThoughTheClocksDiffer() throws IOException {
        // Two places use one address by turns; only the buffers of the second one wait.
        for (int i = 0; i < 10; i++) {
            call(0, i * 400, "first.py", 1);
            block(0, i * 400 - 40, i * 400 + 60, i * 400 + 60);
            call(100 + i, i * 400 + 200, "second.py", 2);
            block(100 + i, i * 400 + 190, i * 400 + 260, 9_000);
        }
        for (int shift : new int[] {-1_500, -300, 0, 300, 1_500}) {
            List<HeldBuffers> found = found(shift);
            assertEquals(1, found.size(), "shift " + shift);
            assertEquals(2, found.get(0).stack().siteFrame().line(), "shift " + shift);
            assertEquals(10, found.get(0).most().buffers(), "shift " + shift);
        }
    }

    @Test
    void findsUsesOfTwoAddressesThatAreUsedAllTheTime() throws IOException {
        for (int i = 0; i < 100_000; i++) {
            call(i % 2, i * 10, "train.py", 7);
            block(i % 2, i * 10 - 3, i * 10 + 8, i * 10 + 8);
        }
        for (int i = 2; i < 6; i++) {
            call(i, 1_000_000, "train.py", 7);
            block(i, 999_990, 1_000_010, 1_000_100);
        }
        assertEquals(4, found(0).get(0).most().buffers());
    }

    @Test
    void findsAnInputInTheMiddleOfABlock() throws IOException {
        for (int i = 0; i < 3; i++) {
            inputs.add(input(address(i) + SIZE / 2, i * 100, "train.py", 7));
            block(i, i * 100 - 10, i * 100 + 10, 1_000);
        }
        assertEquals(3, found(0).get(0).most().buffers());
    }

    @Test
    void keepsAMomentForEachDoubling() throws IOException {
        for (int i = 0; i < 64; i++) {
            call(i, i * 100, "train.py", 7);
            block(i, i * 100 - 10, i * 100 + 10, 9_000);
        }
        assertEquals(
                List.of(1, 2, 4, 8, 16, 32, 64, 0),
                found(0).get(0).moments().stream().map(Moment::buffers).toList());
    }

    /** Returns what is found if the snapshot's clock is later by some microseconds. */
    private List<HeldBuffers> found(int shift) throws IOException {
        List<Block> shifted = blocks.stream()
                .map(block -> new Block(
                        block.device(),
                        block.address(),
                        block.size(),
                        block.allocated() + shift * MICRO,
                        block.freed() == Call.NO_TIME ? Call.NO_TIME : block.freed() + shift * MICRO,
                        block.reusable() == Call.NO_TIME ? Call.NO_TIME : block.reusable() + shift * MICRO))
                .toList();
        return StreamHeldBuffers.of(inputs, new AllocatorHistory(shifted, time(10_000)));
    }

    private void call(int address, long micros, String file, int line) {
        inputs.add(input(address(address), micros, file, line));
    }

    private static CallInput input(long address, long micros, String file, int line) {
        return new CallInput(
                address,
                time(micros),
                "all_reduce",
                0,
                new CallStack(List.of(new StackFrame("", "step", file, line)), 0));
    }

    private void block(int address, long allocated, long freed, long reusable) {
        blocks.add(new Block(0, address(address), SIZE, time(allocated), time(freed), time(reusable)));
    }

    private static long address(int number) {
        return 0x7f00_0000_0000L + number * SIZE;
    }

    private static long time(long micros) {
        return BASE + micros * MICRO;
    }
}
