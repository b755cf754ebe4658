package dev.rollcall.analyzer.containment;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class SourceBoundaryTest {
    private static SourceFailure failure(SourceBoundary.Reading<Object> reading) {
        return assertThrows(SourceFailure.class, () -> SourceBoundary.read(reading));
    }

    @Test
    void everyFailureIsOneOfTheSource() {
        assertEquals(
                "cut",
                failure(() -> {
                            throw new IOException("cut");
                        })
                        .getMessage());
        assertTrue(failure(() -> {
                    throw new IllegalStateException();
                })
                .getMessage()
                .startsWith("a bug in rollcall"));
        assertEquals(
                "it was cut off while it was read",
                failure(() -> {
                            throw new InternalError("unsafe memory access");
                        })
                        .getMessage());
        assertFalse(failure(() -> deep(0)).isOfMemory());
        assertTrue(failure(() -> {
                    throw new OutOfMemoryError();
                })
                .isOfMemory());
    }

    private static Object deep(int depth) {
        return deep(depth + 1).toString() + depth;
    }

    @Test
    void readingEndsWhenItsTimeIsOver() {
        SourceFailure failure = assertThrows(
                SourceFailure.class,
                () -> SourceBoundary.read(Duration.ofNanos(-1), () -> {
                    SourceBoundary.checkTime();
                    return "";
                }));
        assertTrue(failure.getMessage().contains("--limit time="), failure.getMessage());
    }

    @Test
    void otherThreadsOfOneReadingHaveItsTime() {
        SourceFailure failure = assertThrows(
                SourceFailure.class,
                () -> SourceBoundary.read(Duration.ofNanos(-1), () -> {
                    SourceBoundary.TimeCheck time = SourceBoundary.timeCheck();
                    FutureTask<Void> other = new FutureTask<>(() -> {
                        time.check();
                        return null;
                    });
                    new Thread(other).start();
                    throw (IOException) assertThrows(ExecutionException.class, () -> other.get(60, TimeUnit.SECONDS))
                            .getCause();
                }));
        assertTrue(failure.getMessage().contains("--limit time="), failure.getMessage());
    }

    @Test
    void outsideOfABoundaryThereIsNoTime() throws IOException {
        SourceBoundary.read(Duration.ofNanos(-1), () -> "");
        SourceBoundary.checkTime();
    }
}
