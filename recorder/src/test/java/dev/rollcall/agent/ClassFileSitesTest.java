package dev.rollcall.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rollcall.recorder.CallSites;
import java.io.InputStream;
import java.net.URL;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ClassFileSitesTest {
    /** Two methods with a call at the same index, and one whose second call has an index of its own. */
    static final class Sample {
        private final List<StackWalker.StackFrame> frames = new ArrayList<>();

        void one() {
            take();
        }

        void two() {
            take();
        }

        void alone(long a, long b, long c, long d) {
            long sum = (a * 31 + b) * 31 + c * (d * 17 + a) + (b ^ c) * (a | d);
            frames.clear();
            if (sum != 0) {
                take();
            }
        }

        private void take() {
            StackWalker.getInstance().walk(stack -> stack.skip(1).findFirst()).ifPresent(frames::add);
        }
    }

    @Test
    void findsTheIndexesThatTwoMethodsShare() {
        CallSites sites = new ClassFileSites().find(Sample.class).orElseThrow();
        Sample sample = new Sample();
        sample.one();
        sample.two();
        int shared = sample.frames.get(0).getByteCodeIndex();
        assertEquals(shared, sample.frames.get(1).getByteCodeIndex());
        assertTrue(sites.ambiguous().get(shared));
        assertFalse(sites.methods().containsKey(shared));

        sample.alone(1, 2, 3, 4);
        int alone = sample.frames.get(0).getByteCodeIndex();
        assertEquals("alone", sites.methods().get(alone));
        assertFalse(sites.ambiguous().get(alone));
    }

    @Test
    void findsTheSitesOfJdkClasses() {
        assertTrue(new ClassFileSites().find(Thread.class).isPresent());
    }

    /** An application's loader may fail in any way. */
    @Test
    void findsNoSitesIfTheLoaderFails() throws Exception {
        byte[] code;
        try (InputStream in = getClass().getResourceAsStream("ClassFileSitesTest$Sample.class")) {
            code = in.readAllBytes();
        }
        ClassLoader failing = new ClassLoader(null) {
            @Override
            protected Class<?> findClass(String name) {
                return defineClass(name, code, 0, code.length);
            }

            @Override
            public URL getResource(String name) {
                throw new LinkageError("no resources");
            }
        };
        Class<?> type = failing.loadClass(Sample.class.getName());
        assertNotSame(Sample.class, type);
        assertTrue(new ClassFileSites().find(type).isEmpty());
    }

    @Test
    void findsNoSitesOfClassesWithoutAFile() {
        Runnable lambda = () -> {};
        assertTrue(new ClassFileSites().find(lambda.getClass()).isEmpty());
        assertTrue(new ClassFileSites().find(int[].class).isEmpty());
    }
}
