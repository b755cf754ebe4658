package dev.rollcall.analyzer.scan.python;

import dev.rollcall.analyzer.scan.run.Const;
import dev.rollcall.analyzer.scan.run.Event;
import dev.rollcall.analyzer.scan.run.Group;
import dev.rollcall.analyzer.scan.run.Keys;
import dev.rollcall.analyzer.scan.run.Value;
import dev.rollcall.analyzer.verdict.CodeFinding.CodePlace;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Process groups: which there are, and which one an object is. */
final class Groups {
    private static final String WORLD = "world";

    private final PythonRun run;
    private final Group world;
    private final Map<String, Integer> made = new HashMap<>();

    Groups(PythonRun run, int rank, int size) {
        this.run = run;
        world = new Group(WORLD, true, Const.of((long) rank), Const.of((long) size));
        run.behaviour.births.put(
                WORLD,
                new Event(0, world, "init", Map.of(), List.of(), List.of(new CodePlace("", "", "", 0)), null, null));
    }

    /** Returns the group that an argument is; null where this rank is none of its members, so that calls on it do nothing. */
    Group of(Value given) {
        if (given == null
                || given instanceof Const
                || given instanceof Library library && library.last().equals("WORLD")) {
            return world;
        }
        if (given instanceof Unknown unknown && unknown.group != null) {
            boolean member =
                    unknown.group.rank() == null || unknown.group.rank() instanceof Const place && place.number() >= 0;
            return member ? unknown.group : null;
        }
        return new Group(given.key(), false, null, null);
    }

    /** Makes a group of some ranks; all ranks have to. */
    Value make(Arguments given, Node node) {
        Value ranks = given.given(0, "ranks");
        Value local = given.get(-1, "use_local_synchronization");
        if (!(local instanceof Const asked && asked.number() == 1)) {
            run.torch.event("new_group", node);
        }
        run.behaviour.asked = true;
        String where = "group of " + (ranks == null ? "all" : ranks.key());
        int number = made.merge(where, 1, Integer::sum);
        String key = number == 1 ? where : where + " no. " + number;
        Unknown group = Unknown.of(Unknown.Kind.GROUP, Keys.shorten(key), run.open);
        List<Long> members = new ArrayList<>();
        boolean known = ranks instanceof Items items
                && items.all.stream().allMatch(each -> {
                    members.add(each instanceof Const rank ? rank.number() : -1L);
                    return each instanceof Const;
                });
        if (ranks == null) {
            group.group = new Group(key, true, run.own(), run.size());
        } else if (known) {
            int place = members.indexOf((long) run.rank());
            group.group =
                    new Group(key, true, new Const((long) place, true, run.open), Const.of((long) members.size()));
        } else {
            group.group = new Group(key, false, null, null);
        }
        if (group.group.born() && group.group.rank() instanceof Const place && place.number() >= 0) {
            run.behaviour.births.put(
                    key, new Event(0, group.group, "group", Map.of(), List.of(), run.stack(), run.open, null));
        }
        return group;
    }

    /** Returns this process's rank in a group. */
    Value rank(Value given) {
        run.behaviour.counted = true;
        Group group = of(given);
        return group == null
                ? new Const(-1L, true, run.open)
                : group.rank() instanceof Const known
                        ? new Const(known.number(), true, run.open)
                        : given == null ? run.own() : run.unknown("rank in " + group.key(), true);
    }

    /** Returns how many ranks a group has. */
    Value size(Value given) {
        run.behaviour.counted = true;
        Group group = of(given);
        return group == null || group.size() == null
                ? given == null ? run.size() : run.unknown("size of " + given.key(), false)
                : group.size();
    }
}
