package dev.rollcall.recorder;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;

import dev.rollcall.trace.CommunicatorEntry;
import dev.rollcall.trace.CommunicatorPhase;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The creation, lookup and end of communicators. */
class CommunicatorRecorderTest {
    private static final int MANY = 200_000;
    private static final CalledMethod GROUP = new CalledMethod(1, "lib.Group", "allocate");

    @TempDir
    private Path folder;

    private final CommunicatorRegistry registry = new CommunicatorRegistry(TestTrace.WORLD);
    private TestTrace trace;
    private CommunicatorRecorder recorder;
    private ThreadRecording thread;
    private CommunicatorsByKey library;
    private RecordedCommunicator world;

    @BeforeEach
    void makeRecorder() throws IOException {
        trace = new TestTrace(folder, 64);
        StackRecorder stacks = trace.stacks();
        recorder = new CommunicatorRecorder(trace.writer, stacks, registry, true, Duration.ofSeconds(10));
        thread = new ThreadRecording(stacks.newKey(), null);
        library = recorder.of("lib");
        world = join("store", "", TestTrace.RANK, TestTrace.WORLD, 100);
    }

    @AfterEach
    void closeTrace() throws IOException {
        trace.close();
    }

    private RecordedCommunicator joining(String place, String label, int rank, int size) {
        return recorder.joining(thread, library, GROUP, CommunicatorSpec.of(place, label, rank, size), 0);
    }

    private RecordedCommunicator join(String place, String label, int rank, int size, long key) {
        RecordedCommunicator joining = joining(place, label, rank, size);
        recorder.joined(thread, library, joining, key, 0);
        return joining;
    }

    @Test
    void namesAndIdentifiesCommunicatorsByWhatAllRanksKnow() throws Exception {
        join("store/dp", "dp", 0, 2, 200);
        join("store/dp", "dp", 0, 2, 300);
        join("store", "", 2, 4, 400);
        List<CommunicatorEntry> entries = trace.communicators();
        assertEquals(
                List.of("world", "dp", "dp#2", "group#1"),
                entries.stream().map(CommunicatorEntry::name).toList());
        assertEquals(
                4, entries.stream().map(CommunicatorEntry::identity).distinct().count());
    }

    @Test
    void givesSeveralRanksInOneProcessTheSameCommunicator() throws Exception {
        join("store", "", 3, 4, 200);
        List<CommunicatorEntry> entries = trace.communicators();
        assertEquals(entries.get(0).identity(), entries.get(1).identity());
        assertEquals("world", entries.get(1).name());
        assertNotEquals(entries.get(0).rank(), entries.get(1).rank());
    }

    @Test
    void findsTheNewestCommunicatorAtAReusedAddress() {
        assertEquals(world, library.find(100));
        RecordedCommunicator next = join("store/new", "new", 0, 2, 100);
        assertEquals(next, library.find(100));
        assertNull(library.find(101));
    }

    @Test
    void givesNoIdentityToACommunicatorWhoseCreationWasNotSeen() {
        assertEquals("", recorder.adopt(library, 300, 2, 4).identity());
        assertEquals("", join(null, "dp", 2, 4, 400).identity());
        assertNotEquals("", recorder.adopt(library, 0, 2, 4).identity());
    }

    @Test
    void continuesAFailedCreationWhenItIsTriedAgain() throws Exception {
        RecordedCommunicator failed = joining("store/dp", "dp", 0, 2);
        recorder.notJoined(thread, library, failed, "no device", 0);
        assertEquals(CommunicatorPhase.FAILED, trace.communicators().get(1).phase());
        assertEquals("no device", trace.communicators().get(1).failure());
        RecordedCommunicator again = join("store/dp", "dp", 0, 2, 200);
        assertSame(failed, again);
        CommunicatorEntry created = trace.communicators().get(1);
        assertEquals(CommunicatorPhase.JOINED, created.phase());
        assertEquals("lib:store/dp size 2 #1", created.identity());
        assertEquals("dp", created.name());
        assertEquals("", created.failure());
        assertEquals("dp#2", join("store/dp", "dp", 0, 2, 300).name());
    }

    @Test
    void continuesAFailedCreationOnlyForTheSameCommunicator() {
        RecordedCommunicator failed = joining("store/dp", "dp", 0, 2);
        recorder.notJoined(thread, library, failed, "no device", 0);
        assertNotSame(failed, joining("store/dp", "dp", 1, 2));
        assertNotSame(failed, joining("store/tp", "dp", 0, 2));
        assertNotSame(failed, recorder.joining(thread, recorder.of("other"), GROUP, failed.spec(), 0));
        RecordedCommunicator unknown = joining(null, "dp", 0, 2);
        recorder.notJoined(thread, library, unknown, "no device", 0);
        assertNotSame(unknown, joining(null, "dp", 0, 2));
    }

    /** If each addition copied all earlier entries, this would take minutes. */
    @Test
    @Timeout(120)
    void findsManyCommunicatorsAndForgetsFreedOnes() {
        RecordedCommunicator[] created = new RecordedCommunicator[MANY];
        for (int i = 0; i < MANY; i++) {
            created[i] = new RecordedCommunicator(world.entry(), "", "g", world.spec(), 0);
            registry.add(created[i]);
            library.put(1000 + i, created[i]);
        }
        for (int i = 0; i < MANY; i++) {
            assertSame(created[i], library.find(1000 + i));
        }
        for (int i = 1; i < MANY; i++) {
            library.forget(1000 + i);
            assertNull(library.find(1000 + i));
        }
        assertSame(created[0], library.find(1000));
        assertSame(world, library.find(100));
        assertEquals(List.of(world, created[0]), registry.all());
        library.forget(7);
    }

    @Test
    void forgetsTheCommunicatorOfAReusedAddressUnlessItIsBusy() {
        RecordedCommunicator busy = join("store/dp", "dp", 0, 2, 200);
        busy.began(0);
        RecordedCommunicator third = join("store/tp", "tp", 0, 2, 200);
        RecordedCommunicator fourth = join("store/pp", "pp", 0, 2, 200);
        assertEquals(List.of(world, busy, fourth), registry.all());
        assertNotSame(third, fourth);
    }
}
