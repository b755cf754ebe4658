package dev.rollcall.recorder;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rollcall.trace.CommunicatorEntry;
import dev.rollcall.trace.CommunicatorPhase;
import dev.rollcall.trace.ThreadEvent;
import dev.rollcall.trace.TraceGeometry;
import dev.rollcall.trace.TraceIdentity;
import dev.rollcall.trace.TraceReader;
import dev.rollcall.trace.TraceWriter;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Ranks that meet at a store before they make a communicator. */
class MeetingsTest {
    private static final int RANK = 2;
    private static final int WORLD = 4;
    private static final int SLOTS = 64;
    private static final Duration HANG = Duration.ofSeconds(10);
    private static final CalledMethod STORE = new CalledMethod(1, "lib.Store", "allocate");
    private static final CalledMethod GROUP = new CalledMethod(2, "lib.Group", "allocate");

    @TempDir
    private Path folder;

    private final List<String> told = new ArrayList<>();
    private final Births births = new Births(WORLD);
    private TraceWriter trace;
    private CommunicatorRecorder recorder;
    private RecordingThread thread;
    private Communicators library;
    private Stacks stacks;

    @BeforeEach
    void makeRecorder() throws IOException {
        TraceIdentity identity = new TraceIdentity("job", RANK, WORLD, "host", 1, 0, "test", "", "");
        trace = TraceWriter.create(folder.resolve("t.trace"), new TraceGeometry(SLOTS, 1 << 20, 64), identity);
        stacks = new Stacks(trace.heap(), 8, type -> Optional.empty(), UnaryOperator.identity());
        recorder = new CommunicatorRecorder(trace, stacks, births, true, HANG);
        thread = new RecordingThread(stacks.newKey(), null);
        library = recorder.of("lib");
    }

    @AfterEach
    void closeTrace() throws IOException {
        trace.close();
    }

    private static Birth world() {
        return Birth.of("tcp:host:1", "", RANK, WORLD);
    }

    private Meeting begin() {
        return recorder.meetings().begin(thread, library, STORE, world(), 0);
    }

    private List<CommunicatorEntry> entries() throws IOException {
        return TraceReader.open(folder.resolve("t.trace")).communicators();
    }

    private static long later(Duration age) {
        return System.nanoTime() + age.toNanos();
    }

    @Test
    void recordsAMeetingThatLastsAsTheMakingOfTheWorld() throws Exception {
        begin();
        recorder.meetings().check(later(Duration.ofSeconds(9)));
        assertEquals(List.of(), entries());
        recorder.meetings().check(later(Duration.ofSeconds(11)));
        CommunicatorEntry made = entries().get(0);
        assertEquals(CommunicatorPhase.JOINING, made.phase());
        assertEquals("world", made.name());
        assertEquals("lib:tcp:host:1 size 4 #1", made.identity());
        assertEquals(RANK, made.rank());
        assertEquals(
                "lib.Store",
                TraceReader.open(folder.resolve("t.trace"))
                        .stack(made.birthStack())
                        .get(0)
                        .type());
    }

    @Test
    void leavesNothingOfAMeetingThatComesAbout() throws Exception {
        recorder.meetings().met(begin());
        recorder.meetings().check(later(Duration.ofHours(1)));
        assertEquals(List.of(), entries());
    }

    @Test
    void goesOnWithALateMeetingAsTheGroupThatIsMadeThere() throws Exception {
        Meeting meeting = begin();
        recorder.meetings().check(later(Duration.ofSeconds(11)));
        recorder.meetings().met(meeting);
        assertEquals(CommunicatorPhase.JOINED, entries().get(0).phase(), "no rank waits there any more");
        Communicator group = recorder.joining(thread, library, GROUP, world(), 0);
        assertSame(births.all().get(0), group);
        assertEquals(CommunicatorPhase.JOINING, entries().get(0).phase());
        recorder.joined(thread, library, group, 100, 0);
        assertEquals(1, entries().size());
        assertEquals("lib:tcp:host:1 size 4 #1", entries().get(0).identity());
    }

    @Test
    void recordsAMeetingThatFails() throws Exception {
        recorder.meetings().notMet(begin(), "no such host");
        assertEquals(CommunicatorPhase.FAILED, entries().get(0).phase());
        assertEquals("no such host", entries().get(0).failure());
        assertEquals(1, births.all().size());
        recorder.joining(thread, library, GROUP, world(), 0);
        assertEquals(CommunicatorPhase.JOINING, entries().get(0).phase(), "tried again");
    }

    @Test
    void leavesMeetingsForFurtherGroupsAlone() {
        recorder.joined(thread, library, recorder.joining(thread, library, GROUP, world(), 0), 100, 0);
        assertNull(begin());
    }

    @Test
    void takesTheStacksOfARankThatNeverComesToMakeACommunicator() throws Exception {
        ThreadSnapshots snapshots = new ThreadSnapshots(
                trace.events(),
                trace.heap(),
                stacks,
                SLOTS,
                Thread.currentThread().getId());
        Watchdog ofAJob = new Watchdog(births, true, snapshots, HANG, told::add);
        ofAJob.check(later(Duration.ofSeconds(9)));
        assertEquals(0, threads());
        ofAJob.check(later(Duration.ofSeconds(11)));
        assertTrue(threads() > 0);
        assertEquals(List.of(), told);
    }

    @Test
    void takesNoStacksOfAProcessThatIsNoRankOfAJob() throws Exception {
        ThreadSnapshots snapshots = new ThreadSnapshots(
                trace.events(),
                trace.heap(),
                stacks,
                SLOTS,
                Thread.currentThread().getId());
        new Watchdog(births, false, snapshots, HANG, told::add).check(later(Duration.ofHours(1)));
        assertEquals(0, threads());
    }

    private long threads() throws IOException {
        return TraceReader.open(folder.resolve("t.trace")).calls().events().stream()
                .filter(event -> event.event() instanceof ThreadEvent)
                .count();
    }
}
