package dev.rollcall.analyzer.wait;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import dev.rollcall.analyzer.model.CallState;
import dev.rollcall.analyzer.model.Ending;
import dev.rollcall.analyzer.model.HandmadeJob;
import dev.rollcall.analyzer.model.Job;
import dev.rollcall.analyzer.wait.UnmatchedMessage.End;
import dev.rollcall.analyzer.wait.UnmatchedMessage.Reason;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Several pipelines run one program, and one message of the last step lacks a half. No rank's past shows what a last step does;
 * the same stage of the other pipelines does.
 */
class ParallelPipelinesTest {
    private static final int STEPS = 4;

    /** A half of the last step, as the stage of one pipeline makes it. */
    private record Half(int pipeline, int stage, String operation, int peer) {}

    private final Set<Half> leftOut = new HashSet<>();
    private int pipelines;
    private int stages;
    private Half receive;
    private boolean wrapped;

    private void generate(long seed) {
        Random random = new Random(seed);
        pipelines = 3 + random.nextInt(4);
        stages = 2 + random.nextInt(3);
        wrapped = random.nextBoolean();
        int stage = random.nextInt(stages);
        boolean first = stage == 0 || stage < stages - 1 && random.nextBoolean();
        receive = new Half(random.nextInt(pipelines), stage, "recv", first ? stage + 1 : stage - 1);
    }

    private static Half other(Half half) {
        return new Half(half.pipeline(), half.peer(), half.operation().equals("recv") ? "send" : "recv", half.stage());
    }

    private int rank(int pipeline, int stage) {
        return stage * pipelines + pipeline;
    }

    private List<Half> halves(int pipeline, int stage) {
        List<Half> halves = new ArrayList<>();
        if (stage > 0) {
            halves.add(new Half(pipeline, stage, "recv", stage - 1));
        }
        if (stage < stages - 1) {
            halves.add(new Half(pipeline, stage, "send", stage + 1));
            halves.add(new Half(pipeline, stage, "recv", stage + 1));
        }
        if (stage > 0) {
            halves.add(new Half(pipeline, stage, "send", stage - 1));
        }
        return halves;
    }

    private List<UnmatchedMessage> faults(boolean alive) {
        HandmadeJob job = new HandmadeJob(pipelines * stages);
        HandmadeJob.Group world = job.everyone();
        for (int pipeline = 0; pipeline < pipelines; pipeline++) {
            int its = pipeline;
            HandmadeJob.Group group = job.group(
                    "pipeline " + pipeline,
                    IntStream.range(0, stages)
                            .mapToObj(stage -> rank(its, stage))
                            .toArray(Integer[]::new));
            for (int stage = 0; stage < stages; stage++) {
                int rank = rank(pipeline, stage);
                job.rank(rank, 90_000, alive ? Ending.ALIVE : Ending.UNKNOWN);
                if (wrapped) {
                    group.wrapped(rank, 10L * rank + 7);
                }
                boolean waits = false;
                for (int step = 0; step < STEPS; step++) {
                    long time = 100L * step;
                    world.call(rank, "broadcast", CallState.COMPLETED, time, time + 1);
                    for (Half half : halves(pipeline, stage)) {
                        time += 10;
                        boolean last = step == STEPS - 1;
                        boolean lone = last && leftOut.contains(other(half));
                        if (!last || !leftOut.contains(half)) {
                            waits |= lone;
                            CallState state = lone ? CallState.STARTED : CallState.COMPLETED;
                            group.half(rank, half.operation(), half.peer(), state, time);
                        }
                    }
                    world.call(rank, "all_reduce", CallState.COMPLETED, time + 10, time + 11);
                }
                if (!waits) {
                    world.call(rank, "barrier", CallState.STARTED, 1000, -1);
                }
            }
        }
        Job made = job.job();
        return MessageFaults.of(made, WaitGraph.of(made)).unmatched();
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20})
    void namesTheRankThatLeavesOutAReceiveInTheLastStep(long seed) {
        generate(seed);
        leftOut.add(receive);
        UnmatchedMessage fault = faults(seed % 2 == 0).get(0);
        assertEquals(rank(receive.pipeline(), receive.stage()), fault.peer());
        assertEquals(End.PEER, fault.fault());
        assertEquals(Reason.PATTERN_OF_PEERS, fault.reason());
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20})
    void namesTheSenderIfTheLastStepHasNoSuchMessage(long seed) {
        generate(seed);
        for (int pipeline = 0; pipeline < pipelines; pipeline++) {
            Half its = new Half(pipeline, receive.stage(), "recv", receive.peer());
            leftOut.add(its);
            if (pipeline != receive.pipeline()) {
                leftOut.add(other(its));
            }
        }
        UnmatchedMessage fault = faults(seed % 2 == 0).get(0);
        assertEquals(List.of(rank(receive.pipeline(), receive.peer())), fault.ranks());
        assertEquals(End.ISSUER, fault.fault());
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20})
    void doesNotNameTheReceiverOfAPipelineThatEndsEarlier(long seed) {
        generate(seed);
        for (int stage = 0; stage < stages; stage++) {
            leftOut.addAll(halves(receive.pipeline(), stage));
        }
        leftOut.remove(other(receive));
        faults(seed % 2 == 0).forEach(fault -> assertNotEquals(End.PEER, fault.fault()));
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10})
    void findsNoFaultWhereAllHalvesMeet(long seed) {
        generate(seed);
        if (seed % 2 == 0) {
            leftOut.add(receive);
            leftOut.add(other(receive));
        }
        assertEquals(List.of(), faults(true));
    }
}
