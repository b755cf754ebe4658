package dev.rollcall.gpu;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import jcuda.driver.CUcontext;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class GpuContextTest {
    private final GpuContext context = new GpuContext(new CUcontext(), 1);

    @Test
    void isAskedNothingAfterItsEnd() {
        assertTrue(context.beginQuestion());
        context.endQuestion();
        context.ended();
        assertFalse(context.beginQuestion());
    }

    @Test
    @Timeout(60)
    void isAskedNothingWhileItMayEnd() throws Exception {
        assertTrue(context.pauseQuestions());
        assertFalse(CompletableFuture.supplyAsync(context::beginQuestion).get());
        assertFalse(context.hasEnded());
        context.resumeQuestions();
        assertTrue(CompletableFuture.supplyAsync(context::beginQuestion).get());
    }

    @Test
    @Timeout(60)
    void endsThoughADriverDoesNotAnswer() throws InterruptedException {
        CountDownLatch asked = new CountDownLatch(1);
        CountDownLatch answered = new CountDownLatch(1);
        Thread poller = new Thread(() -> {
            assertTrue(context.beginQuestion());
            asked.countDown();
            try {
                answered.await(30, TimeUnit.SECONDS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            context.endQuestion();
        });
        poller.start();
        asked.await();
        context.ended();
        assertFalse(context.beginQuestion());
        answered.countDown();
        poller.join();
    }
}
