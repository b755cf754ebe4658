package dev.rollcall.trace;

import java.nio.ByteBuffer;
import java.util.Objects;

/**
 * The job and the process that a trace belongs to.
 *
 * @param jobId equal for all processes of one job, different between jobs; empty where unknown
 * @param rank the process's global rank; -1 where unknown
 * @param world number of ranks of the job; -1 where unknown
 * @param host the host's name; empty where unknown
 * @param pid the process's id on that host
 * @param startTimeMillis when the process started, milliseconds since the epoch by the host's wall clock
 * @param recorderVersion the version of the recorder that wrote the file
 * @param commandLine the process's command line; empty where unknown
 * @param classPath the process's class path; empty where unknown
 */
public record TraceIdentity(
        String jobId,
        int rank,
        int world,
        String host,
        long pid,
        long startTimeMillis,
        String recorderVersion,
        String commandLine,
        String classPath) {
    public TraceIdentity {
        Objects.requireNonNull(jobId, "jobId");
        Objects.requireNonNull(host, "host");
        Objects.requireNonNull(recorderVersion, "recorderVersion");
        Objects.requireNonNull(commandLine, "commandLine");
        Objects.requireNonNull(classPath, "classPath");
    }

    void write(ByteBuffer memory, HeapWriter heap) {
        memory.putLong(TraceHeader.PID_OFFSET, pid);
        memory.putLong(TraceHeader.START_TIME_OFFSET, startTimeMillis);
        writeRank(memory, rank, world);
        memory.putInt(TraceHeader.JOB_ID_OFFSET, heap.string(jobId));
        memory.putInt(TraceHeader.HOST_OFFSET, heap.string(host));
        memory.putInt(TraceHeader.RECORDER_VERSION_OFFSET, heap.string(recorderVersion));
        memory.putInt(TraceHeader.COMMAND_LINE_OFFSET, heap.string(commandLine));
        memory.putInt(TraceHeader.CLASS_PATH_OFFSET, heap.string(classPath));
    }

    /** Writes rank and world size alone, which may be learned late; both change at once. */
    static void writeRank(ByteBuffer memory, int rank, int world) {
        long both = (long) world << 32 | rank & 0xFFFF_FFFFL;
        AtomicWords.setRelease(memory, TraceHeader.RANK_AND_WORLD_OFFSET, both);
    }

    static TraceIdentity read(ByteBuffer memory, HeapReader heap) {
        long rankAndWorld = memory.getLong(TraceHeader.RANK_AND_WORLD_OFFSET);
        return new TraceIdentity(
                heap.string(memory.getInt(TraceHeader.JOB_ID_OFFSET)),
                (int) rankAndWorld,
                (int) (rankAndWorld >>> 32),
                heap.string(memory.getInt(TraceHeader.HOST_OFFSET)),
                memory.getLong(TraceHeader.PID_OFFSET),
                memory.getLong(TraceHeader.START_TIME_OFFSET),
                heap.string(memory.getInt(TraceHeader.RECORDER_VERSION_OFFSET)),
                heap.string(memory.getInt(TraceHeader.COMMAND_LINE_OFFSET)),
                heap.string(memory.getInt(TraceHeader.CLASS_PATH_OFFSET)));
    }
}
