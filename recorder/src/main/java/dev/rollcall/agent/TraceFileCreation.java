package dev.rollcall.agent;

import dev.rollcall.trace.OwnerOnly;
import dev.rollcall.trace.TraceGeometry;
import dev.rollcall.trace.TraceIdentity;
import dev.rollcall.trace.TraceWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** Creates the trace file of this process. */
final class TraceFileCreation {
    /** The types of network file systems, as {@link java.nio.file.FileStore#type} names them on Linux and macOS. */
    private static final Set<String> NETWORK = Set.of(
            "nfs",
            "nfs4",
            "cifs",
            "smb",
            "smb2",
            "smb3",
            "smbfs",
            "lustre",
            "ceph",
            "gpfs",
            "beegfs",
            "afs",
            "9p",
            "fuse.sshfs",
            "fuse.glusterfs",
            "panfs",
            "wekafs");

    private TraceFileCreation() {}

    /**
     * Creates the file and the folders above it.
     *
     * @throws IOException if there is no room or no permission, or the name is taken
     */
    static TraceWriter create(Path file, Options options, ProcessIdentity process) throws IOException {
        Path folder = file.toAbsolutePath().getParent();
        if (folder != null) {
            Files.createDirectories(folder, OwnerOnly.folder(folder));
            warnOfNetwork(folder);
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

    private static void warnOfNetwork(Path folder) {
        try {
            String type = Files.getFileStore(folder).type().toLowerCase(Locale.ROOT);
            if (NETWORK.contains(type)) {
                AgentLog.print(folder + " is on a network file system (" + type
                        + "), where writing the trace can stall the job; choose a local folder with file=");
            }
        } catch (IOException | SecurityException e) {
            // Only the warning is lost.
        }
    }
}
