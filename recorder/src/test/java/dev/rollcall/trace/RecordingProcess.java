package dev.rollcall.trace;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Random;
import java.util.concurrent.SynchronousQueue;

/**
 * A process that records with eight threads, and eight more that start and end their calls, until it is killed.
 *
 * <p>It tells each step over its standard output, in messages so short that a pipe takes each at once: a step to be taken
 * before it is taken, one that was taken after it.
 */
final class RecordingProcess {
    /** What a message says; its code is its first byte. */
    enum Step {
        PUBLISHED,
        STARTED,
        ENDING,
        ENDED
    }

    static final int MESSAGE_LENGTH = 24;

    private final VerifiableCalls recording;
    private final TraceWriter writer;
    private final FileOutputStream out = new FileOutputStream(FileDescriptor.out);

    private RecordingProcess(TraceWriter writer) {
        this.writer = writer;
        this.recording = new VerifiableCalls(writer);
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
     * Publishes a call and tells of it; returns its sequence number and position. With sixteen slots for sixteen threads on few
     * processors, every slot can be in somebody's hands for a whole turn; such a call is not published, and another is made.
     */
    private long[] publish(CallEncoder encoder, int communicator) throws IOException {
        long sequence;
        long position;
        do {
            sequence = recording.communicator(communicator).nextCollective();
            position = recording.publish(encoder, communicator, sequence);
        } while (position == Ring.NONE);
        tell(Step.PUBLISHED, communicator, sequence, position);
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
            require(recording.start(communicator, sequence, position));
            tell(Step.STARTED, communicator, sequence, position);
        }
        tell(Step.ENDING, communicator, sequence, position);
        require(recording.end(communicator, sequence, position));
        tell(Step.ENDED, communicator, sequence, position);
    }

    /** A pending call is never out of reach, for each communicator has at most one. */
    private static void require(boolean updated) {
        if (!updated) {
            System.exit(2);
        }
    }

    private void tell(Step step, int communicator, long sequence, long position) throws IOException {
        ByteBuffer message = ByteBuffer.allocate(MESSAGE_LENGTH);
        message.put((byte) step.ordinal()).put((byte) communicator);
        message.putLong(8, sequence).putLong(16, position);
        out.write(message.array());
    }
}
