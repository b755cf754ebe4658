package dev.rollcall.analyzer.model;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;

class NativeFramesTest {

    @Test
    void theCallSiteIsTheInnermostFrameOutsideLibraries() {
        CallStack stack = JavaFrames.stack(List.of(
                NativeFrames.frame("/opt/conda/lib/libtorch_cuda.so", "", "libtorch_cuda.so+0x10"),
                NativeFrames.frame("/usr/lib/x86_64-linux-gnu/libhwloc.so.15", "", "libhwloc.so.15+0x20"),
                NativeFrames.frame("/home/me/libsolver.so", "libsolver.so+0x2b40", "libsolver.so+0x2b8d"),
                NativeFrames.frame("/lib/x86_64-linux-gnu/libc.so.6", "", "libc.so.6+0x27249"),
                NativeFrames.frame("/home/me/solve", "solve+0x11c0", "solve+0x11f9")));

        assertEquals("libsolver.so+0x2b8d", stack.siteFrame().place());
        assertEquals("libsolver.so+0x2b40", stack.siteFrame().shortMethod());
        assertEquals(2, stack.ofApplication().frames().size());
    }

    @Test
    void modulesOfPythonAndOfItsPackagesAreLibraries() {
        CallStack stack = JavaFrames.stack(List.of(
                NativeFrames.frame("/opt/conda/lib/libffi.so.8.1.2", "", "libffi.so.8.1.2+0x52"),
                NativeFrames.frame("/opt/py/lib/python3.12/lib-dynload/_ctypes.so", "", "_ctypes.so+0x10"),
                NativeFrames.frame("/opt/py/lib/python3.12/site-packages/mpi4py/MPI.so", "", "MPI.so+0x20"),
                NativeFrames.frame("/home/me/project/kernels.so", "", "kernels.so+0x30"),
                new StackFrame("", "step", "/home/me/project/train.py", 12)));

        assertEquals("kernels.so+0x30", stack.siteFrame().place());
        assertEquals(2, stack.ofApplication().frames().size());
    }

    @Test
    void otherFramesAreNotNative() {
        assertTrue(NativeFrames.isNative(NativeFrames.frame("/home/me/solve", "", "solve+0x1")));
        assertFalse(NativeFrames.isNative(new StackFrame("", "main", "/home/me/solve.c", 4)));
        assertFalse(NativeFrames.isNative(new StackFrame("", "step", "/home/me/train.py", 0)));
        assertFalse(NativeFrames.isNative(new StackFrame("Trainer", "step", "Trainer.java", 4)));
    }
}
