package dev.rollcall.analyzer.model;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;

class LockCycleTest {
    private static ThreadSnapshot thread(String name, String state, String owner) {
        return new ThreadSnapshot(name, state, CallStack.UNKNOWN, 1, "java.lang.Object@1", owner);
    }

    private static ThreadSnapshot blocked(String name, String owner) {
        return thread(name, "blocked", owner);
    }

    @Test
    void twoThreadsThatWaitForEachOther() {
        List<LockCycle> cycles =
                LockCycle.in(List.of(blocked("main", "worker-1"), blocked("worker-1", "main"), blocked("other", "")));

        assertEquals(1, cycles.size());
        assertEquals(List.of("main", "worker-1"), cycles.get(0).threads());
        assertEquals(
                "threads `main` and `worker-1` wait for each other's locks",
                cycles.get(0).describe());
        assertFalse(cycles.get(0).stops("other"));
    }

    @Test
    void aThreadBehindADeadlockNeverGoesOnEither() {
        LockCycle cycle = LockCycle.in(List.of(
                        blocked("main", "loader"), blocked("loader", "a"), blocked("a", "b"), blocked("b", "a")))
                .get(0);

        assertEquals(List.of("a", "b"), cycle.threads());
        assertTrue(cycle.stops("main"));
        assertTrue(cycle.stops("loader"));
    }

    @Test
    void aLongCycleNamesTwoThreads() {
        LockCycle cycle = LockCycle.in(
                        List.of(blocked("a", "b"), blocked("b", "c"), blocked("c", "d"), blocked("d", "a")))
                .get(0);

        assertEquals("threads `a`, `b` and 2 more wait for each other's locks", cycle.describe());
    }

    @Test
    void aQueueForOneLockIsNoDeadlock() {
        assertEquals(
                List.of(),
                LockCycle.in(
                        List.of(blocked("a", "holder"), blocked("b", "holder"), thread("holder", "runnable", ""))));
    }

    @Test
    void aThreadThatGivesUpAfterAWhileIsInNoDeadlock() {
        assertEquals(List.of(), LockCycle.in(List.of(blocked("a", "b"), thread("b", "timed_waiting", "a"))));
    }

    @Test
    void namesThatSeveralThreadsHaveProveNothing() {
        assertEquals(
                List.of(),
                LockCycle.in(List.of(blocked("main", "worker"), blocked("worker", "main"), blocked("worker", ""))));
    }

    @Test
    void onlyTheNewestLookCounts() {
        ThreadSnapshot later = new ThreadSnapshot("b", "runnable", CallStack.UNKNOWN, 2, "", "");

        assertEquals(List.of(), LockCycle.in(List.of(blocked("a", "b"), blocked("b", "a"), later)));
    }
}
