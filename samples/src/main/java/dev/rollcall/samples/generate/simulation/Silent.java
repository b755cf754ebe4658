package dev.rollcall.samples.generate.simulation;

import dev.rollcall.samples.generate.program.Act;
import dev.rollcall.samples.generate.program.Group;
import dev.rollcall.samples.generate.program.Request;
import dev.rollcall.samples.generate.program.Site;

/** Listens to nothing, as while it is not known yet what becomes of the calls. */
class Silent implements RankObserver {
    @Override
    public void joining(Group group, String place, long nanos) {}

    @Override
    public void joined(Group group, long nanos) {}

    @Override
    public void issued(int call, Group group, Request request, long sequence, long nanos) {}

    @Override
    public void completed(int call, long nanos) {}

    @Override
    public void halted(Act.Manner manner, Site site, long nanos) {}

    @Override
    public void finished(long nanos) {}

    @Override
    public void hangs(Site site, long nanos) {}
}
