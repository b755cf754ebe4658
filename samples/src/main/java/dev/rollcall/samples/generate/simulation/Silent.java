package dev.rollcall.samples.generate.simulation;

import dev.rollcall.samples.generate.program.ProgramAction;
import dev.rollcall.samples.generate.program.ScriptLine;
import dev.rollcall.samples.generate.program.SimulatedCall;
import dev.rollcall.samples.generate.program.SimulatedGroup;

/** Listens to nothing, as while it is not known yet what becomes of the calls. */
class Silent implements RankObserver {
    @Override
    public void joining(SimulatedGroup group, String place, long nanos) {}

    @Override
    public void joined(SimulatedGroup group, long nanos) {}

    @Override
    public void issued(int call, SimulatedGroup group, SimulatedCall request, long sequence, long nanos) {}

    @Override
    public void completed(int call, long nanos) {}

    @Override
    public void halted(ProgramAction.HaltKind kind, ScriptLine site, long nanos) {}

    @Override
    public void finished(long nanos) {}

    @Override
    public void hangs(ScriptLine site, long nanos) {}
}
