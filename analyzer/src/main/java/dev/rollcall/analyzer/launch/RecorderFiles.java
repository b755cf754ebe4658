package dev.rollcall.analyzer.launch;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Where the recorders lie: in a release beside the jar, in a working copy where the build puts them. Immutable.
 *
 * @param home the folder of rollcall.jar
 * @param chosen the folder of the preload recorder that the user names; null for none
 */
public record RecorderFiles(Path home, Path chosen) {
    static final String LIBRARY = "librollcall.so";
    private static final String AGENT = "rollcall-agent.jar";
    private static final int HEADER = 20;
    private static final int MACHINE = 18;

    /** Source: "Machine" in the System V ABI's chapter on object files (e_machine). */
    private enum Machine {
        X86_64("amd64", 62),
        AARCH64("aarch64", 183);

        private final String jvm;
        private final int code;

        Machine(String jvm, int code) {
            this.jvm = jvm;
            this.code = code;
        }
    }

    /**
     * Returns the preload recorder of this machine.
     *
     * @throws LaunchException if there is none
     */
    public Path library() throws LaunchException {
        if (!System.getProperty("os.name").equals("Linux")) {
            throw new LaunchException("the preload recorder is for Linux, and this is " + System.getProperty("os.name")
                    + "; JVMs can be recorded here: --record jvm");
        }
        List<Path> folders = chosen != null
                ? List.of(chosen)
                : List.of(home.resolve("native"), home.resolve("../../native/target/preload"));
        for (Path folder : folders) {
            Path file = folder.resolve(LIBRARY).toAbsolutePath().normalize();
            if (Files.exists(file)) {
                checkMachine(file);
                return file;
            }
        }
        throw new LaunchException("there is no " + LIBRARY + " in "
                + folders.get(0).toAbsolutePath().normalize()
                + "; build it with native/preload/build, or name its folder with --native. A job of JVMs alone needs none:"
                + " --record jvm");
    }

    /** Returns the recorder of an MPI, which lies beside the preload recorder; null where it was not built. */
    Path mpi(Path library, MpiKind kind) {
        Path file = library.resolveSibling("librollcall-" + kind.id() + ".so");
        return Files.exists(file) ? file : null;
    }

    /** Returns the agent for JVMs; null where there is none. */
    Path agent() {
        for (Path file : List.of(
                home.resolve(AGENT), home.resolve("../../recorder/target").resolve(AGENT))) {
            if (Files.exists(file)) {
                return file.toAbsolutePath().normalize();
            }
        }
        return null;
    }

    /** The loader would only print a warning for each process of the job, and nothing would be recorded. */
    private static void checkMachine(Path file) throws LaunchException {
        byte[] header;
        try (InputStream in = Files.newInputStream(file)) {
            header = in.readNBytes(HEADER);
        } catch (IOException e) {
            throw new LaunchException("cannot read " + file + ": " + e.getMessage());
        }
        boolean elf = header.length == HEADER && header[0] == 0x7f && header[1] == 'E' && header[2] == 'L';
        if (!elf) {
            throw new LaunchException(file + " is no library of Linux; build it again with native/preload/build");
        }
        int code = header[MACHINE] & 0xff | (header[MACHINE + 1] & 0xff) << 8;
        String jvm = System.getProperty("os.arch");
        for (Machine machine : Machine.values()) {
            if (machine.jvm.equals(jvm) && machine.code != code) {
                throw new LaunchException(file + " is for another processor than this machine's, " + jvm
                        + "; build it here with native/preload/build");
            }
        }
    }
}
