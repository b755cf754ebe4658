package dev.rollcall.trace;

import java.io.IOException;
import java.nio.file.Path;

/** Small traces for tests. */
final class TestTraces {
    static final TraceGeometry SMALL = new TraceGeometry(16, 4096, 2);

    static final TraceIdentity IDENTITY = new TraceIdentity(
            "job-7", 3, 8, "node-1", 4711, 1_700_000_000_123L, "0.1.0", "java -jar train.jar", "train.jar");

    private TestTraces() {}

    static TraceWriter small(Path folder) throws IOException {
        return TraceWriter.create(folder.resolve("small.trace"), SMALL, IDENTITY);
    }

    static TraceReader read(Path folder) throws IOException {
        return TraceReader.open(folder.resolve("small.trace"));
    }

    /** Publishes a collective with few fields. */
    static long call(TraceWriter writer, CommunicatorWriter communicator) {
        long position = writer.calls().claim(EventTag.CALL);
        long sequence = communicator.nextCollective();
        new CallEncoder(writer.calls())
                .wrap(position)
                .enqueued(1000 + sequence)
                .collective(communicator, sequence)
                .operation(Operation.ALL_REDUCE);
        writer.calls().publish(position);
        return position;
    }
}
