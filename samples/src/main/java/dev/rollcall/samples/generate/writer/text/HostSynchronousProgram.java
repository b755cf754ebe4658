package dev.rollcall.samples.generate.writer.text;

import dev.rollcall.samples.generate.program.JobProgram;
import dev.rollcall.samples.generate.program.ProgramAction;
import java.util.List;

/**
 * A program under {@code TORCH_DISTRIBUTED_DEBUG=DETAIL}: before each collective, ranks wait for all members of the group, and
 * no rank goes on where one is missing. Thread-safe if the program is.
 */
public final class HostSynchronousProgram implements JobProgram {
    private final JobProgram program;

    public HostSynchronousProgram(JobProgram program) {
        this.program = program;
    }

    @Override
    public int ranks() {
        return program.ranks();
    }

    @Override
    public int parts(int rank) {
        return program.parts(rank);
    }

    @Override
    public List<ProgramAction> part(int rank, int number) {
        List<ProgramAction> part = program.part(rank, number);
        part.replaceAll(action -> action instanceof ProgramAction.Issue issue
                        && !issue.call().operation().pointToPoint()
                ? new ProgramAction.Issue(issue.group(), issue.call().awaiting())
                : action);
        return part;
    }
}
