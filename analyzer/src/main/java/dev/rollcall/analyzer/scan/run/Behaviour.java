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
final class Behaviour {
    final List<Event> events = new ArrayList<>();
    /** The communicators that the rank is a member of, by key. */
    final Map<String, Event> births = new LinkedHashMap<>();
    /** The way taken, by branch instance. */
    final Map<Long, Integer> ways = new HashMap<>();
    /** Branch instances decided by what differs from rank to rank in a way that is not understood. */
    final Set<Long> doubtful = new HashSet<>();

    End end = End.RETURNED;
    /** Why the run was cut off; null where it was not. */
    Ended.Why cutBecause;

    Open endOpen;
    List<CodePlace> endStack = List.of();

    /** How a run ends. */
    enum End {
        RETURNED,
        THREW,
        EXITED,
        /** The run was cut off, so what follows its last event is not known. */
        CUT
    }
}
