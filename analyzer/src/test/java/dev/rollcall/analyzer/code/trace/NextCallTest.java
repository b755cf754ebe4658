package dev.rollcall.analyzer.code.trace;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.rollcall.analyzer.model.CodeStructure.Effect;
import dev.rollcall.analyzer.model.CodeStructure.Fork;
import dev.rollcall.analyzer.model.StackFrame;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A condition parts two calls if each of its sides leads to one of them first; or what makes one of them exists on some ranks. */
class NextCallTest {
    private static final String JOB = """
            class Job {
                interface Step { void run(); }
                final ProcessGroupGloo group = new ProcessGroupGloo();
                final List<Step> steps = new ArrayList<>();
                final Map<String, Integer> settings;
                Job(Map<String, Integer> settings) {
                    this.settings = settings;
                    steps.add(() -> sum(2)); // always
                    if (settings.containsKey("calibrate")) { // named
                        steps.add(() -> sum(3)); // extra
                    }
                }
                void sum(int of) {
                    group.allreduce(null)._wait(); // sums
                }
                void solve(Map<String, Integer> cells) {
                    int time = 0;
                    while (time < cells.size()) { // outer
                        int left = cells.get("left");
                        while (left > cells.get("least")) { // inner
                            sum(left--); // sweep
                        }
                        group.barrier()._wait(); // end of a step
                        time += cells.get("step");
                    }
                    group.broadcast(null)._wait(); // end
                }
                void read(List<String> lines) {
                    try {
                        int number = Integer.parseInt(lines.get(0));
                        sum(number); // of a number
                    } catch (NumberFormatException broken) { // no number
                        System.err.println(broken);
                    }
                    group.broadcast(null)._wait(); // goes on
                }
                void again(List<String> lines) {
                    while (true) {
                        try {
                            sum(1); // tries
                            check(lines);
                            break;
                        } catch (IllegalStateException failed) { // failed
                            System.err.println(failed);
                        }
                    }
                    group.broadcast(null)._wait(); // behind it
                }
                static void check(List<String> lines) {
                    if (lines.isEmpty()) {
                        throw new IllegalStateException();
                    }
                }
                void pipeline() {
                    steps.forEach(Step::run); // runs the steps
                }
                void epochs(boolean verbose) {
                    Task task = verbose ? new Loud(this) : new Task(this); // which task
                    for (int epoch = 0; epoch < 3; epoch++) {
                        sum(epoch); // an epoch
                        task.end(); // ends it
                    }
                }
            }
            class Task {
                final Job job;
                Task(Job job) { this.job = job; }
                void end() {}
            }
            class Loud extends Task {
                Loud(Job job) { super(job); }
                @Override void end() {
                    job.group.barrier()._wait(); // loud
                }
            }
            """;

    @TempDir
    Path folder;

    private CompiledJob job;

    @BeforeEach
    void compile() throws IOException {
        job = CompiledJob.of(JOB, folder);
    }

    private void assertParting(String condition, Effect effect, List<StackFrame> way, List<StackFrame> other) {
        Fork fork = job.code().parting(way, other).orElseThrow();
        assertEquals(job.line(condition), fork.line());
        assertEquals(effect, fork.effect());
    }

    @Test
    void theLoopThatWasLeftIsTheOneBehindWhichTheOtherCallComesNext() {
        List<StackFrame> sweep = job.way("Job.sum sums", "Job.solve sweep");

        assertParting("outer", Effect.LOOP, sweep, job.way("Job.solve end"));
        assertParting("inner", Effect.LOOP, sweep, job.way("Job.solve end of a step"));
    }

    @Test
    void aHandlerPartsRanksThatNothingElseDoes() {
        List<StackFrame> read = job.way("Job.sum sums", "Job.read of a number");
        assertParting("no number", Effect.TRIED, read, job.way("Job.read goes on"));
        assertEquals(Optional.empty(), job.code().parting(job.way("Job.read goes on"), read));
    }

    @Test
    void aHandlerBringsARankBackToACall() {
        assertParting(
                "failed", Effect.CAUGHT, job.way("Job.sum sums", "Job.again tries"), job.way("Job.again behind it"));
    }

    @Test
    void aLambdaIsRunWhereItWasMade() {
        List<StackFrame> extra = job.way("Job.sum sums", "Job.lambda$new$1 extra", "Job.pipeline runs the steps");
        List<StackFrame> always = job.way("Job.sum sums", "Job.lambda$new$0 always", "Job.pipeline runs the steps");

        assertParting("named", Effect.INSIDE, extra, always);
        assertEquals(Optional.empty(), job.code().parting(always, extra));
    }

    @Test
    void aThreadRunsALambdaOnlyWhereItWasMade() {
        assertParting(
                "named",
                Effect.INSIDE,
                job.way("Job.sum sums", "Job.lambda$new$1 extra"),
                job.way("Job.sum sums", "Job.epochs an epoch"));
    }

    @Test
    void anOverridingMethodIsRunWhereAnObjectOfItsClassWasMade() {
        assertParting(
                "which task",
                Effect.INSIDE,
                job.way("Loud.end loud", "Job.epochs ends it"),
                job.way("Job.sum sums", "Job.epochs an epoch"));
    }
}
