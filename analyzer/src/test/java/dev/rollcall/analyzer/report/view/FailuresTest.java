package dev.rollcall.analyzer.report.view;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class FailuresTest {
    @Test
    void leavesOutABuildMachinesFoldersAndThePort() {
        assertEquals(
                "RuntimeException: [pair.cc:547] Connection closed by peer",
                Failures.brief("RuntimeException: [/home/runner/third_party/gloo/gloo/transport/tcp/pair.cc:547]"
                        + " Connection closed by peer [127.0.0.1]:903"));
    }

    @Test
    void keepsWhatItDoesNotKnow() {
        assertEquals("loss is NaN [step 6]", Failures.brief("loss is NaN [step 6]"));
        assertEquals("\\u001b[31m", Failures.brief("\u001b[31m"));
    }
}
