package dev.rollcall.samples.generate.fault;

import dev.rollcall.samples.generate.program.ProgramAction;
import dev.rollcall.samples.generate.program.ScriptLine;

/** How a fault changes the making of the job's groups. The group struck is the first after the world, which has all ranks. */
final class Joining {
    private static final int FIRST_AFTER_WORLD = 1;

    /** The rank never comes there. */
    static final ProgramEdit NEVER = (part, place) ->
            part.add(FIRST_AFTER_WORLD, new ProgramAction.Halt(ProgramAction.HaltKind.STUCK, ScriptLine.NEXT_BATCH));

    /** The rank comes to another place. */
    static final ProgramEdit ELSEWHERE = (part, place) -> {
        ProgramAction.Join join = (ProgramAction.Join) part.get(FIRST_AFTER_WORLD);
        part.set(FIRST_AFTER_WORLD, new ProgramAction.Join(join.group(), join.meeting() + " again"));
    };

    private Joining() {}
}
