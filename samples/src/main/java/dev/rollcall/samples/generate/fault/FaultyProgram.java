package dev.rollcall.samples.generate.fault;

import dev.rollcall.samples.generate.program.JobProgram;
import dev.rollcall.samples.generate.program.ProgramAction;
import dev.rollcall.samples.generate.program.ScriptLine;
import java.util.List;

/** A healthy program with one fault edited into the culprit's part. Immutable and thread-safe. */
public final class FaultyProgram implements JobProgram {
    private static final long LATE_NANOS = 60_000_000;

    private final JobProgram healthy;
    private final Fault fault;
    private final FaultPlace place;

    public FaultyProgram(JobProgram healthy, Fault fault, FaultPlace place) {
        this.healthy = healthy;
        this.fault = fault;
        this.place = place;
    }

    @Override
    public int ranks() {
        return healthy.ranks();
    }

    @Override
    public int parts(int rank) {
        return fault == Fault.SHORT_LOOP && rank == place.rank() ? place.step() + 2 : healthy.parts(rank);
    }

    @Override
    public List<ProgramAction> part(int rank, int number) {
        if (rank != place.rank()) {
            return healthy.part(rank, number);
        }
        boolean closing = number == parts(rank) - 1;
        List<ProgramAction> part = healthy.part(rank, closing ? healthy.parts(rank) - 1 : number);
        if (fault == Fault.STRAGGLER && number > 0) {
            part.add(0, new ProgramAction.Work(LATE_NANOS));
            if (closing) {
                part.add(0, new ProgramAction.Halt(ProgramAction.HaltKind.LATE, ScriptLine.NEXT_BATCH));
            }
        } else if (number == (fault.inOpeningPart() ? 0 : place.step())) {
            fault.edit().change(part, place);
        }
        return part;
    }
}
