package dev.rollcall.analyzer.code.trace;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rollcall.analyzer.model.CodeStructure.Effect;
import dev.rollcall.analyzer.model.CodeStructure.Fork;
import dev.rollcall.analyzer.model.CodeStructure.Loop;
import dev.rollcall.analyzer.model.CodeStructure.Matter;
import dev.rollcall.analyzer.model.StackFrame;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Finds what Python sources say about recorded stacks, whose files lie in other folders. */
class PythonStacksTest {
    private static final String JOB = """
            import sys
            import torch.distributed as dist
            from lightning.pytorch.utilities import rank_zero_only

            class Trainer:
                def __init__(self, steps):
                    self.rank = dist.get_rank()
                    self.steps = steps

                def fit(self, loader):
                    for batch in loader:  # each batch
                        loss = self.step(batch)  # calls step
                        names = [str(n) for n in batch]; self.log(loss)  # calls log
                    if not self.rank > 0 and self.steps:  # first alone
                        self.save()  # calls save
                    if not self.rank:  # leaving
                        return
                    dist.broadcast(loss, 0)  # late

                def step(self, batch):
                    dist.all_reduce(batch)  # reduce
                    return batch

                def log(self, loss):
                    dist.barrier()  # log

                def save(self):
                    dist.barrier()  # save

                def either(self, x):
                    if self.rank == 0 or x:  # either
                        dist.barrier()  # in either
                    else:
                        print(dist.all_reduce(x))  # in neither

                def check(self, x):
                    assert self.rank != 1 or x, "no"  # asserted
                    dist.barrier()  # checked

                def count(self):
                    while self.rank + 1 > self.steps:  # counted
                        dist.barrier()  # in count

                def leave(self):
                    if self.rank == 3:  # ending
                        sys.exit(1)  # exits

                def caught(self, batches):
                    try:
                        dict((each.name, each) for each in batches)[0](self)  # may fail
                    except Exception:
                        self.report()
                    dist.barrier()  # after the error

                @rank_zero_only  # zero
                def report(self):
                    dist.barrier()  # report

            def main():
                trainer = Trainer(5)
                trainer.fit([])  # calls fit
                trainer.report()  # calls report

            main()  # calls main
            """;

    @TempDir
    Path folder;

    private StackCode code;

    @BeforeEach
    void write() throws IOException {
        Files.createDirectories(folder.resolve("demo"));
        Files.writeString(folder.resolve("demo/train.py"), JOB);
        code = new StackCode(List.of(folder), List.of());
    }

    private static int line(String comment) {
        List<String> lines = JOB.lines().toList();
        return 1
                + lines.indexOf(lines.stream()
                        .filter(each -> each.endsWith("# " + comment))
                        .findFirst()
                        .orElseThrow());
    }

    private static StackFrame frame(String method, String comment) {
        return new StackFrame("", method, "/opt/job/demo/train.py", line(comment));
    }

    /** Returns a way from {@code method comment} pairs, innermost first, that main calls. */
    private static List<StackFrame> way(String... frames) {
        List<StackFrame> way = new ArrayList<>();
        for (String each : frames) {
            String[] parts = each.split(" ", 2);
            way.add(frame(parts[0], parts[1]));
        }
        return way;
    }

    private Fork fork(Matter matter, String... frames) {
        return code.fork(way(frames), matter).orElseThrow();
    }

    @Test
    void anErrorOfALoopsNextElementIsNoSideOfTheLoop() {
        Optional<Fork> fork = code.fork(way("caught after the error"), Matter.CALL);
        assertTrue(fork.isEmpty() || fork.get().line() != line("may fail"), fork::toString);
        assertEquals(List.of(), code.unread());
    }

    @Test
    void knowsTheLoopsOfALineAndWhatLeadsToWhat() {
        List<Loop> loops = code.loopsAround(frame("fit", "calls log")).orElseThrow();
        assertEquals(1, loops.size());
        assertTrue(loops.get(0).holds(frame("fit", "calls step")));
        assertFalse(loops.get(0).holds(frame("fit", "late")));
        assertEquals(Optional.of(List.of()), code.loopsAround(frame("fit", "late")));
        assertEquals(Optional.of(true), code.leadsTo(frame("fit", "calls step"), frame("fit", "calls log")));
        assertEquals(Optional.of(false), code.leadsTo(frame("fit", "calls log"), frame("fit", "calls step")));
        assertEquals(Optional.empty(), code.leadsTo(frame("fit", "calls log"), frame("step", "reduce")));
    }

    @Test
    void findsTheConditionAroundACallSomeMethodsDown() {
        List<StackFrame> save = way("save save", "fit calls save", "main calls fit", "<module> calls main");
        Fork fork = code.fork(save, Matter.CALL).orElseThrow();
        assertEquals(
                new Fork("train.py", line("first alone"), "not self.rank > 0 and self.steps", Effect.INSIDE), fork);
        assertEquals(Optional.of(false), code.madeByAll(save));
        assertEquals(Optional.of(Set.of(0)), code.makers(save, 4));
    }

    @ParameterizedTest
    @CsvSource({
        "fit, late, leaving, PAST",
        "either, in either, either, INSIDE",
        "either, in neither, either, PAST",
        "check, checked, asserted, INSIDE",
        "count, in count, counted, LOOP",
        "report, report, zero, INSIDE",
    })
    void findsTheSideOfTheCondition(String method, String call, String condition, Effect effect) {
        Fork fork = fork(Matter.CALL, method + " " + call);
        assertEquals(line(condition), fork.line());
        assertEquals(effect, fork.effect());
    }

    @Test
    void findsTheConditionBeforeAnExit() {
        assertEquals(line("ending"), fork(Matter.END, "leave exits").line());
    }

    @Test
    void knowsCallsThatAllRanksMake() {
        List<StackFrame> step = way("step reduce", "fit calls step", "main calls fit", "<module> calls main");
        assertEquals(Optional.empty(), code.fork(step, Matter.CALL));
        assertEquals(Optional.of(true), code.madeByAll(step));
    }

    @Test
    void takesTheFileWhosePathEndsAlikeAndNoneOfSeveral() throws IOException {
        StackFrame somewhere = new StackFrame("", "fit", "train.py", line("late"));
        assertEquals(Optional.of(List.of()), code.loopsAround(somewhere));
        Files.createDirectories(folder.resolve("other"));
        Files.writeString(folder.resolve("other/train.py"), JOB);
        StackCode both = new StackCode(List.of(folder), List.of());
        assertEquals(Optional.of(List.of()), both.loopsAround(frame("fit", "late")));
        assertEquals(Optional.empty(), both.loopsAround(somewhere));
    }
}
