package dev.rollcall.agent;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertSame;

import java.util.List;
import org.junit.jupiter.api.Test;

class WrapperFramesTest {
    private static StackTraceElement frame(String method, int line) {
        return new StackTraceElement("a.B", method, "B.java", line);
    }

    @Test
    void showsAWrappedMethodOnceUnderItsName() {
        StackTraceElement[] frames = {
            frame("inner", 3),
            frame("rollcall$sum", 7),
            frame("sum", -1),
            frame("main", 20),
            frame("rollcall$x", -2),
            frame("x", -1)
        };
        StackTraceElement[] expected = {frame("inner", 3), frame("sum", 7), frame("main", 20), frame("x", -2)};
        assertArrayEquals(expected, WrapperFrames.without(frames));
    }

    @Test
    void leavesOtherStacksAlone() {
        StackTraceElement[] frames = {frame("sum", 7), frame("main", 20)};
        assertSame(frames, WrapperFrames.without(frames));
    }

    @Test
    void printsNoLoaderThatTheJvmOmits() {
        StackTraceElement ofJvm = new Throwable().getStackTrace()[0];
        StackTraceElement body = new StackTraceElement(
                "app",
                ofJvm.getModuleName(),
                ofJvm.getModuleVersion(),
                ofJvm.getClassName(),
                "rollcall$" + ofJvm.getMethodName(),
                ofJvm.getFileName(),
                ofJvm.getLineNumber());
        StackTraceElement[] clean = WrapperFrames.without(new StackTraceElement[] {body});
        assertArrayEquals(new String[] {ofJvm.toString()}, new String[] {clean[0].toString()});
    }

    private static <E extends Exception> E wrapped(E failure) {
        failure.setStackTrace(new StackTraceElement[] {frame("rollcall$sum", 7), frame("sum", -1), frame("main", 20)});
        return failure;
    }

    @Test
    void cleansCausesAndSuppressedExceptions() {
        StackTraceElement[] expected = {frame("sum", 7), frame("main", 20)};
        Exception root = wrapped(new IllegalStateException("root"));
        Exception cause = wrapped(new IllegalArgumentException("cause", root));
        Exception suppressed = wrapped(new UnsupportedOperationException("suppressed"));
        Exception failure = wrapped(new RuntimeException("failure", cause));
        cause.addSuppressed(suppressed);
        root.addSuppressed(failure);
        WrapperFrames.clean(failure);
        for (Exception each : List.of(failure, cause, root, suppressed)) {
            assertArrayEquals(expected, each.getStackTrace(), each.getMessage());
        }
    }
}
