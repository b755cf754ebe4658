package dev.rollcall.agent;

import dev.rollcall.trace.OwnerOnly;
import dev.rollcall.trace.TraceFolder;
import dev.rollcall.trace.TraceGeometry;
import dev.rollcall.trace.TraceIdentity;
import dev.rollcall.trace.TraceWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** Creates the trace file of this process. */
final class TraceFileCreation {
    private TraceFileCreation() {}

    /**
     * Creates the file and the folders above it.
     *
     * @throws IOException if there is no room or no permission, the name is taken, or the file system copies on write
     */
    static TraceWriter create(Path file, Options options, ProcessIdentity process) throws IOException {
        Path folder = file.toAbsolutePath().getParent();
        if (folder != null) {
            TraceFolder kind = TraceFolder.of(folder);
            if (kind.copiesOnWrite()) {
                throw new IOException(TraceFolder.refusal() + ", with file=");
            }
            Files.createDirectories(folder, OwnerOnly.folder(folder));
            if (kind.isOnNetwork()) {
                AgentLog.print(folder + " is on a network file system (" + kind.type()
                        + "), where writing the trace can stall the job; choose a local folder with file=");
            }
        }
        TraceGeometry geometry =
                new TraceGeometry(options.slots(), options.heapBytes(), TraceGeometry.DEFAULT.communicators());
        return TraceWriter.create(file, geometry, identity(options, process));
    }

    /** Returns what a trace says of this process. */
    static TraceIdentity identity(Options options, ProcessIdentity process) {
        ProcessHandle.Info info = ProcessHandle.current().info();
        return new TraceIdentity(
                process.jobId(),
                process.rank(),
                process.world(),
                process.host(),
                process.pid(),
                info.startInstant().orElseGet(Instant::now).toEpochMilli(),
                AgentVersion.get(),
                options.commandLine() ? commandLine(info) : "",
                System.getProperty("java.class.path", ""));
    }

    /** Returns the command line as a trace holds it; empty where the system does not say it, as without {@code /proc}. */
    private static String commandLine(ProcessHandle.Info info) {
        List<String> arguments = new ArrayList<>();
        if (info.arguments().isPresent()) {
            arguments.add(info.command().orElse("java"));
            arguments.addAll(List.of(info.arguments().get()));
        } else {
            // One that is too long comes without its arguments apart.
            info.commandLine().ifPresent(arguments::add);
        }
        return CommandLine.masked(arguments);
    }
}
