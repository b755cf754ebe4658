package dev.rollcall.samples.generate.fault;

import dev.rollcall.samples.generate.program.Act;
import dev.rollcall.samples.generate.program.Site;

/** How a fault changes the making of the job's groups. The group struck is the first after the world, which has all ranks. */
final class Joining {
    private static final int FIRST_AFTER_WORLD = 1;

    /** The rank never comes there. */
    static final Edit NEVER =
            (part, place) -> part.add(FIRST_AFTER_WORLD, new Act.Halt(Act.Manner.STUCK, Site.NEXT_BATCH));

    /** The rank comes to another place. */
    static final Edit ELSEWHERE = (part, place) -> {
        Act.Join join = (Act.Join) part.get(FIRST_AFTER_WORLD);
        part.set(FIRST_AFTER_WORLD, new Act.Join(join.group(), join.meeting() + " again"));
    };

    private Joining() {}
}
