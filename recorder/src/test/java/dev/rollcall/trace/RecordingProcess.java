package dev.rollcall.trace;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Random;
import java.util.concurrent.SynchronousQueue;

/**
 * A process that records with eight threads, and starts and ends their calls with eight more, until it is killed.
 *
 * <p>It reports each step on its standard output, in messages so short that a pipe takes each at once: {@link Step#ENDING}
 * before the step, all others after it.
 */
final class RecordingProcess {
    /** What a message reports; its ordinal is the first byte. */
    enum Step {
        PUBLISHED,
        STARTED,
        ENDING,
        ENDED
    }

    static final int MESSAGE_LENGTH = 24;

    private final VerifiableCalls calls;
    private final TraceWriter writer;
    private final FileOutputStream out = new FileOutputStream(FileDescriptor.out);

    private RecordingProcess(TraceWriter writer) {
        this.writer = writer;
        this.calls = new VerifiableCalls(writer);
    }

    public static void main(String[] arguments) throws IOException {
        TraceGeometry geometry =
                new TraceGeometry(Integer.parseInt(arguments[1]), 1 << 18, 2 * VerifiableCalls.THREADS);
        TraceWriter writer = TraceWriter.create(Path.of(arguments[0]), geometry, TestTraces.IDENTITY);
        RecordingProcess child = new RecordingProcess(writer);
        long seed = Long.parseLong(arguments[2]);
        for (int thread = 0; thread < VerifiableCalls.THREADS; thread++) {
            child.run(thread, new Random(seed + thread));
        }
    }

    private void run(int thread, Random random) {
        SynchronousQueue<long[]> queue = new SynchronousQueue<>();
        SynchronousQueue<Boolean> done = new SynchronousQueue<>();
        new Thread(() -> record(thread, random, queue, done)).start();
        new Thread(() -> end(2 * thread, queue, done)).start();
    }

    private void record(int thread, Random random, SynchronousQueue<long[]> queue, SynchronousQueue<Boolean> done) {
        try {
            CallEncoder encoder = new CallEncoder(writer.calls());
            int brief = 2 * thread;
            int lasting = brief + 1;
            while (true) {
                long[] stuck = publish(encoder, lasting);
                for (int i = random.nextInt(200); i > 0; i--) {
                    long[] call = publish(encoder, brief);
                    if (i % 4 == 0) {
                        queue.put(call);
                        done.take();
                    } else {
                        endOne(brief, call[0], call[1]);
                    }
                }
                endOne(lasting, stuck[0], stuck[1]);
            }
        } catch (InterruptedException | IOException e) {
            System.exit(1);
        }
    }

    /**
     * Publishes and reports a call; returns its sequence number and position. With sixteen slots for sixteen threads on few
     * processors, all slots can be taken for a whole turn. Then the call is dropped, and another one is made.
     */
    private long[] publish(CallEncoder encoder, int communicator) throws IOException {
        long sequence;
        long position;
        do {
            sequence = calls.communicator(communicator).nextCollective();
            position = calls.publish(encoder, communicator, sequence);
        } while (position == Ring.NONE);
        report(Step.PUBLISHED, communicator, sequence, position);
        return new long[] {sequence, position};
    }

    private void end(int communicator, SynchronousQueue<long[]> queue, SynchronousQueue<Boolean> done) {
        try {
            while (true) {
                long[] call = queue.take();
                endOne(communicator, call[0], call[1]);
                done.put(true);
            }
        } catch (InterruptedException | IOException e) {
            System.exit(1);
        }
    }

    private void endOne(int communicator, long sequence, long position) throws IOException {
        if (sequence % 3 != 0) {
            require(calls.start(communicator, sequence, position));
            report(Step.STARTED, communicator, sequence, position);
        }
        report(Step.ENDING, communicator, sequence, position);
        require(calls.end(communicator, sequence, position));
        report(Step.ENDED, communicator, sequence, position);
    }

    /** Requires that an update found its call, since each communicator has at most one pending call. */
    private static void require(boolean updated) {
        if (!updated) {
            System.exit(2);
        }
    }

    private void report(Step step, int communicator, long sequence, long position) throws IOException {
        ByteBuffer message = ByteBuffer.allocate(MESSAGE_LENGTH);
        message.put((byte) step.ordinal()).put((byte) communicator);
        message.putLong(8, sequence).putLong(16, position);
        out.write(message.array());
    }
}
