package dev.rollcall.analyzer.model;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class SharedWrappersTest {
    /** Makes a stack from {@code demo.Comm.sum:9 < demo.Trainer.step:40}, innermost first; of Python {@code comm.py/sum:9}. */
    private static CallStack stack(String path) {
        List<StackFrame> frames = new ArrayList<>(
                Arrays.stream(path.split(" < ")).map(SharedWrappersTest::frame).toList());
        boolean python = frames.get(0).type().isEmpty();
        frames.add(
                0,
                python
                        ? new StackFrame(
                                "", "all_reduce", "/opt/site-packages/torch/distributed/distributed_c10d.py", 7)
                        : new StackFrame("org.bytedeco.pytorch.ProcessGroupGloo", "allreduce", "", 0));
        return python ? PythonFiles.stack(frames) : JavaFrames.stack(frames);
    }

    private static StackFrame frame(String text) {
        int colon = text.lastIndexOf(':');
        int line = Integer.parseInt(text.substring(colon + 1));
        int slash = text.lastIndexOf('/');
        if (slash > 0) {
            return new StackFrame("", text.substring(slash + 1, colon), text.substring(0, slash), line);
        }
        int dot = text.lastIndexOf('.', colon);
        String type = text.substring(0, dot);
        String outer = type.replaceAll("\\$.*", "");
        return new StackFrame(
                type, text.substring(dot + 1, colon), outer.substring(outer.lastIndexOf('.') + 1) + ".java", line);
    }

    /** Asserts the call sites of stacks that make up a job, in the form {@code Trainer.step:40}. */
    private static void assertSites(List<String> sites, String... paths) {
        List<CallStack> stacks =
                Arrays.stream(paths).map(SharedWrappersTest::stack).toList();
        SharedWrappers wrappers = SharedWrappers.in(stacks);
        assertEquals(
                sites,
                stacks.stream()
                        .map(wrappers::skippedIn)
                        .map(stack -> stack.siteFrame().shortMethod() + ":"
                                + stack.siteFrame().line())
                        .toList());
    }

    @Test
    void theCallerOfTheClassOfAllCallsIsTheirSite() {
        assertSites(
                List.of("Trainer.step:40", "Trainer.step:44", "Metrics.report:12"),
                "demo.Comm.call:98 < demo.Comm.sum:20 < demo.Trainer.step:40 < demo.Main.main:5",
                "demo.Comm.call:98 < demo.Comm.sum:20 < demo.Trainer.step:44 < demo.Main.main:5",
                "demo.Comm.call:98 < demo.Comm.gather:30 < demo.Metrics.report:12 < demo.Main.main:5");
    }

    @Test
    void theWrapperIsTheMethodThatTheSiteCalls() {
        CallStack stack = SharedWrappers.in(List.of(
                        stack("demo.Comm.call:98 < demo.Comm.sum:20 < demo.Trainer.step:40"),
                        stack("demo.Comm.call:98 < demo.Comm.sum:20 < demo.Trainer.end:50")))
                .skippedIn(stack("demo.Comm.call:98 < demo.Comm.sum:20 < demo.Trainer.step:40"));

        assertEquals("Comm.sum", stack.wrapper().orElseThrow().shortMethod());
        assertEquals(
                List.of(40), stack.sitePath().stream().map(StackFrame::line).toList());
        assertEquals(3, stack.path().size());
    }

    @Test
    void aSingleCallSiteIsNoWrapper() {
        assertSites(List.of("Trainer.step:40"), "demo.Trainer.step:40 < demo.Trainer.train:20 < demo.Main.main:5");
        assertSites(List.of("Comm.sum:9"), "demo.Comm.sum:9 < demo.Trainer.step:40 < demo.Main.main:5");
    }

    @Test
    void aMethodRunSeveralTimesByALauncherIsNoWrapper() {
        assertSites(
                List.of("Trainer.step:40", "Trainer.step:40", "Trainer.step:44", "Trainer.step:44"),
                "demo.Trainer.step:40 < demo.Main.run:20 < demo.Launcher.main:5",
                "demo.Trainer.step:40 < demo.Main.run:20 < demo.Launcher.main:6",
                "demo.Trainer.step:44 < demo.Main.run:20 < demo.Launcher.main:5",
                "demo.Trainer.step:44 < demo.Main.run:20 < demo.Launcher.main:6");
    }

    @Test
    void aStepOfSeveralCallsIsNoWrapperThoughTwoLinesCallIt() {
        assertSites(
                List.of("Trainer.step:40", "Trainer.step:44", "Trainer.step:40", "Trainer.step:44", "Trainer.end:60"),
                "demo.Trainer.step:40 < demo.Main.main:5",
                "demo.Trainer.step:44 < demo.Main.main:5",
                "demo.Trainer.step:40 < demo.Main.main:9",
                "demo.Trainer.step:44 < demo.Main.main:9",
                "demo.Trainer.end:60 < demo.Main.main:12");
    }

    @Test
    void aPhaseThatRunsTwiceIsNoWrapper() {
        assertSites(
                List.of("Trainer.step:40", "Trainer.evaluate:60", "Trainer.evaluate:60", "Trainer.save:80"),
                "demo.Trainer.step:40 < demo.Main.train:10 < demo.Main.main:5",
                "demo.Trainer.evaluate:60 < demo.Main.train:12 < demo.Main.main:5",
                "demo.Trainer.evaluate:60 < demo.Main.finish:20 < demo.Main.main:6",
                "demo.Trainer.save:80 < demo.Main.finish:22 < demo.Main.main:6");
        assertSites(
                List.of("Trainer.step:40", "Trainer.evaluate:60", "Trainer.evaluate:60"),
                "demo.Trainer.step:40 < demo.Main.train:10 < demo.Main.main:5",
                "demo.Trainer.evaluate:60 < demo.Main.train:12 < demo.Main.main:5",
                "demo.Trainer.evaluate:60 < demo.Main.finish:20 < demo.Main.main:6");
    }

    @Test
    void aPhaseThatRunsTwiceIsNoWrapperAroundTheWrapper() {
        assertSites(
                List.of("Trainer.step:40", "Trainer.evaluate:60", "Trainer.evaluate:60", "Trainer.save:80"),
                "demo.Comm.call:98 < demo.Trainer.step:40 < demo.Main.train:10 < demo.Main.main:5",
                "demo.Comm.call:98 < demo.Trainer.evaluate:60 < demo.Main.train:12 < demo.Main.main:5",
                "demo.Comm.call:98 < demo.Trainer.evaluate:60 < demo.Main.finish:20 < demo.Main.main:6",
                "demo.Comm.call:98 < demo.Trainer.save:80 < demo.Main.finish:22 < demo.Main.main:6");
    }

    @Test
    void aClassWithAMethodForEachOperationIsAWrapper() {
        assertSites(
                List.of("Job.load:20", "Job.step:40", "Job.step:42", "Job.report:60", "Job.close:70", "Job.close:71"),
                "demo.Comm.spread:30 < demo.Job.load:20 < demo.Job.main:5",
                "demo.Comm.sum:20 < demo.Job.step:40 < demo.Job.main:6",
                "demo.Comm.sum:20 < demo.Job.step:42 < demo.Job.main:6",
                "demo.Comm.gather:40 < demo.Job.report:60 < demo.Job.main:7",
                "demo.Comm.sum:20 < demo.Job.close:70 < demo.Job.main:8",
                "demo.Comm.meet:50 < demo.Job.close:71 < demo.Job.main:8");
    }

    @Test
    void aMethodOfTheWrapperMayMakeTwoCalls() {
        assertSites(
                List.of("Job.load:20", "Job.load:21", "Job.step:40", "Job.step:40", "Job.close:70", "Job.close:71"),
                "demo.Comm.sum:20 < demo.Job.load:20 < demo.Job.main:5",
                "demo.Comm.meet:50 < demo.Job.load:21 < demo.Job.main:5",
                "demo.Comm.gather:40 < demo.Job.step:40 < demo.Job.main:6",
                "demo.Comm.gather:41 < demo.Job.step:40 < demo.Job.main:6",
                "demo.Comm.meet:50 < demo.Job.close:70 < demo.Job.main:8",
                "demo.Comm.sum:20 < demo.Job.close:71 < demo.Job.main:8");
    }

    @Test
    void aClassWhoseMethodsHaveOneCallerEachIsNoWrapper() {
        assertSites(
                List.of("Trainer.step:40", "Trainer.evaluate:60", "Trainer.save:80"),
                "demo.Trainer.step:40 < demo.Main.train:10 < demo.Main.main:5",
                "demo.Trainer.evaluate:60 < demo.Main.validate:12 < demo.Main.main:5",
                "demo.Trainer.save:80 < demo.Main.finish:22 < demo.Main.main:6");
    }

    /** Says of the methods of one class that they send what they are given. */
    private record Passing(String type) implements CodeStructure {
        @Override
        public Optional<Boolean> passesOn(List<StackFrame> frames) {
            return Optional.of(frames.stream().allMatch(frame -> frame.type().equals(type)));
        }
    }

    @Test
    void theCodeShowsThatAClassWhoseMethodsHaveOneCallerEachIsAWrapper() {
        List<CallStack> stacks = List.of(
                stack("demo.Comm.sum:20 < demo.Job.step:40 < demo.Job.main:5"),
                stack("demo.Comm.gather:30 < demo.Job.report:60 < demo.Job.main:6"));

        SharedWrappers found = SharedWrappers.in(stacks, new Passing("demo.Comm"));
        assertEquals(40, found.skippedIn(stacks.get(0)).siteFrame().line());
        assertEquals(60, found.skippedIn(stacks.get(1)).siteFrame().line());

        SharedWrappers none = SharedWrappers.in(stacks, new Passing("demo.Other"));
        assertEquals(20, none.skippedIn(stacks.get(0)).siteFrame().line());
    }

    @Test
    void aNestedClassCanBeTheWrapper() {
        assertSites(
                List.of("Job.step:40", "Job.report:60", "Job$Model.close:90", "Job.main:9"),
                "demo.Job$Comm.lambda$sum$0:21 < demo.Job$Comm.call:98 < demo.Job$Comm.sum:20 < demo.Job.step:40"
                        + " < demo.Job.main:5",
                "demo.Job$Comm.lambda$gather$1:31 < demo.Job$Comm.call:98 < demo.Job$Comm.gather:30"
                        + " < demo.Job.report:60 < demo.Job.main:7",
                "demo.Job$Comm.lambda$sum$0:21 < demo.Job$Comm.call:98 < demo.Job$Comm.sum:20"
                        + " < demo.Job$Model.close:90 < demo.Job.main:8",
                "demo.Job$Comm.lambda$sum$0:21 < demo.Job$Comm.call:98 < demo.Job$Comm.sum:20 < demo.Job.main:9");
    }

    @Test
    void aHelperOfFewCallsHidesNoLine() {
        assertSites(
                List.of("Metrics.mean:12", "Metrics.mean:12", "Trainer.step:40", "Trainer.step:44"),
                "demo.Metrics.mean:12 < demo.Trainer.step:50 < demo.Main.main:5",
                "demo.Metrics.mean:12 < demo.Trainer.end:70 < demo.Main.main:5",
                "demo.Trainer.step:40 < demo.Main.main:5",
                "demo.Trainer.step:44 < demo.Main.main:5");
    }

    @Test
    void wrappersAroundEachOtherAreAllSkipped() {
        assertSites(
                List.of("Trainer.step:40", "Trainer.step:44", "Trainer.end:70", "Trainer.end:71"),
                "demo.Comm.sum:9 < demo.Timed.sum:30 < demo.Trainer.step:40 < demo.Main.main:5",
                "demo.Comm.sum:9 < demo.Timed.sum:30 < demo.Trainer.step:44 < demo.Main.main:5",
                "demo.Comm.sum:9 < demo.Timed.sum:30 < demo.Trainer.end:70 < demo.Main.main:5",
                "demo.Comm.meet:11 < demo.Timed.meet:33 < demo.Trainer.end:71 < demo.Main.main:5");
    }

    @Test
    void nestedClassesAndLambdasBelongToTheWrapper() {
        assertSites(
                List.of("Trainer.step:40", "Trainer.end:70"),
                "demo.Comm$Task.run:9 < demo.Retry.run:3 < demo.Comm.lambda$sum$0:20 < java.util.concurrent.X.get:1"
                        + " < demo.Comm.sum:21 < demo.Trainer.step:40 < demo.Main.main:5",
                "demo.Comm$Task.run:9 < demo.Retry.run:3 < demo.Comm.lambda$sum$0:20 < java.util.concurrent.X.get:1"
                        + " < demo.Comm.sum:21 < demo.Trainer.end:70 < demo.Main.main:5");
    }

    @Test
    void aHelperInTheClassThatUsesItIsAWrapper() {
        assertSites(
                List.of("Main.load:30", "Main.step:40", "Main.end:70", "Main.end:72"),
                "demo.Main.sync:9 < demo.Main.load:30 < demo.Main.main:4",
                "demo.Main.sync:9 < demo.Main.step:40 < demo.Main.main:5",
                "demo.Main.sync:9 < demo.Main.end:70 < demo.Main.main:5",
                "demo.Main.sync:11 < demo.Main.end:72 < demo.Main.main:5");
    }

    @Test
    void aFileIsTheWrapperOfAPythonJob() {
        assertSites(
                List.of("step:40", "evaluate:70"),
                "/job/comm.py/all_reduce:9 < /job/train.py/step:40 < /job/train.py/<module>:90",
                "/job/comm.py/all_reduce:9 < /job/train.py/evaluate:70 < /job/train.py/<module>:90");
    }

    @Test
    void aLibraryIsNoCaller() {
        assertSites(
                List.of("forward:40", "evaluate:70"),
                "/job/comm.py/hook:9 < /opt/site-packages/torch/nn/modules/module.py/_call_impl:1 < /job/model.py/forward:40"
                        + " < /job/train.py/main:5",
                "/job/comm.py/hook:9 < /opt/site-packages/torch/nn/modules/module.py/_call_impl:1 < /job/train.py/evaluate:70"
                        + " < /job/train.py/main:5");
    }

    @Test
    void aStackThatNeverLeavesTheWrapperKeepsItsSite() {
        SharedWrappers wrappers = SharedWrappers.in(List.of(
                stack("demo.Comm.sum:9 < demo.Trainer.step:40"),
                stack("demo.Comm.sum:9 < demo.Trainer.end:70"),
                stack("demo.Comm.sum:9 < demo.Metrics.mean:2")));
        CallStack background = stack("demo.Comm.beat:80 < java.lang.Thread.run:1");

        assertSame(background, wrappers.skippedIn(background));
        assertEquals(CallStack.UNKNOWN, wrappers.skippedIn(CallStack.UNKNOWN));
    }
}
