package dev.rollcall.recorder;

import static org.junit.jupiter.api.Assertions.assertEquals;
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
import org.junit.jupiter.api.io.TempDir;

/** Ranks that meet at a store before they create a communicator. */
class RendezvousTest {
    private static final Duration HANG = Duration.ofSeconds(10);
    private static final CalledMethod STORE = new CalledMethod(1, "lib.Store", "allocate");
    private static final CalledMethod GROUP = new CalledMethod(2, "lib.Group", "allocate");

    @TempDir
    private Path folder;

    private final CommunicatorRegistry registry = new CommunicatorRegistry(TestTrace.WORLD);
    private TestTrace trace;
    private CommunicatorRecorder recorder;
    private ThreadRecording thread;
    private CommunicatorsByKey library;

    @BeforeEach
    void makeRecorder() throws IOException {
        trace = new TestTrace(folder, 64);
        StackRecorder stacks = trace.stacks();
        recorder = new CommunicatorRecorder(trace.writer, stacks, registry, true, HANG);
        thread = new ThreadRecording(stacks.newKey(), null);
        library = recorder.of("lib");
    }

    @AfterEach
    void closeTrace() throws IOException {
        trace.close();
    }

    private static CommunicatorSpec world() {
        return CommunicatorSpec.of("tcp:host:1", "", TestTrace.RANK, TestTrace.WORLD);
    }

    private Rendezvous begin() {
        return recorder.rendezvousBegins(thread, library, STORE, world(), 0);
    }

    private static long later(Duration age) {
        return System.nanoTime() + age.toNanos();
    }

    @Test
    void recordsALongRendezvousAsTheCreationOfTheWorld() throws Exception {
        begin();
        recorder.recordLongRendezvous(later(Duration.ofSeconds(9)));
        assertEquals(List.of(), trace.communicators());
        recorder.recordLongRendezvous(later(Duration.ofSeconds(11)));
        CommunicatorEntry created = trace.communicators().get(0);
        assertEquals(CommunicatorPhase.JOINING, created.phase());
        assertEquals("world", created.name());
        assertEquals("lib:tcp:host:1 size 4 #1", created.identity());
        assertEquals(TestTrace.RANK, created.rank());
        assertEquals(
                "lib.Store", trace.read().stack(created.creationStack()).get(0).type());
    }

    @Test
    void recordsNothingOfAShortRendezvous() throws Exception {
        recorder.rendezvousEnded(begin());
        recorder.recordLongRendezvous(later(Duration.ofHours(1)));
        assertEquals(List.of(), trace.communicators());
    }

    @Test
    void continuesALongRendezvousWithTheCreationThatFollows() throws Exception {
        Rendezvous rendezvous = begin();
        recorder.recordLongRendezvous(later(Duration.ofSeconds(11)));
        recorder.rendezvousEnded(rendezvous);
        assertEquals(CommunicatorPhase.JOINED, trace.communicators().get(0).phase(), "the rendezvous is over");
        RecordedCommunicator group = recorder.joining(thread, library, GROUP, world(), 0);
        assertSame(registry.all().get(0), group);
        assertEquals(CommunicatorPhase.JOINING, trace.communicators().get(0).phase());
        recorder.joined(thread, library, group, 100, 0);
        assertEquals(1, trace.communicators().size());
        assertEquals("lib:tcp:host:1 size 4 #1", trace.communicators().get(0).identity());
    }

    @Test
    void recordsAFailedRendezvous() throws Exception {
        recorder.rendezvousFailed(begin(), "no such host");
        assertEquals(CommunicatorPhase.FAILED, trace.communicators().get(0).phase());
        assertEquals("no such host", trace.communicators().get(0).failure());
        assertEquals(1, registry.all().size());
        recorder.joining(thread, library, GROUP, world(), 0);
        assertEquals(CommunicatorPhase.JOINING, trace.communicators().get(0).phase(), "tried again");
    }

    @Test
    void ignoresRendezvousForFurtherGroups() {
        recorder.joined(thread, library, recorder.joining(thread, library, GROUP, world(), 0), 100, 0);
        assertNull(begin());
    }
}
