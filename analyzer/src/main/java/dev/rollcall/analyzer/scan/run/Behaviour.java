package dev.rollcall.analyzer.scan.run;

import dev.rollcall.analyzer.verdict.CodeFinding.CodePlace;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What one rank did in one run: its collectives, its communicators, the branches that it took, its end. */
public final class Behaviour {
    public final List<Event> events = new ArrayList<>();
    /** The communicators that the rank is a member of, by key. */
    public final Map<String, Event> births = new LinkedHashMap<>();
    /** The way taken, by branch instance. */
    public final Map<Long, Integer> ways = new HashMap<>();
    /** Branch instances decided by what differs from rank to rank in a way that is not understood. */
    public final Set<Long> doubtful = new HashSet<>();

    /** What was asked about an unknown to take a branch, by branch instance. */
    public final Map<Long, String> questions = new HashMap<>();
    /** Whether the run asked for its rank or for the number of ranks; all ranks do the same where none did. */
    public boolean asked;
    /** Whether the run asked for the number of ranks and can still do the same on all of them. */
    public boolean counted;

    public End end = End.RETURNED;
    /** Why the run was cut off; null where it was not. */
    public Ended.Why cutBecause;

    /** How many steps the run took. */
    public int steps;

    public Open endOpen;
    public List<CodePlace> endStack = List.of();

    /** How a run ends. */
    public enum End {
        RETURNED,
        THREW,
        EXITED,
        /** The run was cut off, so what follows its last event is not known. */
        CUT
    }
}
