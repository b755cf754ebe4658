package dev.rollcall.samples.mpi;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** An implementation of MPI, by the names that Debian gives its commands. */
enum Mpi {
    OPENMPI,
    MPICH;

    private static final List<String> FOR_ROOT = List.of("--allow-run-as-root");

    String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    String compiler() {
        return "mpicc." + label();
    }

    boolean installed() {
        return isCommand(compiler()) && isCommand("mpirun." + label());
    }

    static boolean isCommand(String name) {
        return Pattern.compile(File.pathSeparator, Pattern.LITERAL)
                .splitAsStream(System.getenv().getOrDefault("PATH", ""))
                .anyMatch(folder -> Files.isExecutable(Path.of(folder, name)));
    }

    /** Returns the libraries to preload, from the folder in which they were built. */
    String libraries(Path built) {
        return built.resolve("librollcall.so") + ":" + built.resolve("librollcall-" + label() + ".so");
    }

    /** Returns the name of MPI's own library, which is preloaded where a program binds it late. */
    String library() {
        return this == OPENMPI ? "libmpi.so.40" : "libmpich.so.12";
    }

    /** Returns the command that starts ranks; Open MPI lets the others live when one is killed. */
    List<String> launcher(int ranks) {
        List<String> command = new ArrayList<>(List.of("mpirun." + label()));
        if (this == OPENMPI) {
            command.addAll(List.of("--oversubscribe", "--enable-recovery", "--mca", "mpi_yield_when_idle", "1"));
            command.addAll(System.getProperty("user.name").equals("root") ? FOR_ROOT : List.of());
        }
        return Stream.concat(command.stream(), Stream.of("-n", String.valueOf(ranks)))
                .toList();
    }
}
