package dev.rollcall.samples.mpi;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * An interpreter of CPython that is installed here.
 *
 * @param command its path
 * @param version such as {@code 3.12}
 */
record Python(Path command, String version) {
    /** Those whose frames are recorded. */
    private static final List<String> VERSIONS = List.of("3.9", "3.10", "3.11", "3.12", "3.13", "3.14");

    private static final String ASK = "import sys; print('%d.%d %s' % (sys.version_info[0], sys.version_info[1],"
            + " getattr(sys, '_is_gil_enabled', lambda: True)()))";

    /** Returns one interpreter of each version: of pyenv, or Debian's. */
    static List<Python> installed() {
        Map<String, Python> found = new TreeMap<>(Comparator.comparing(VERSIONS::indexOf));
        for (Path command : candidates()) {
            String[] answer = command.toFile().canExecute() ? ask(command, ASK).split(" ") : new String[0];
            if (answer.length == 2 && answer[1].equals("True") && VERSIONS.contains(answer[0])) {
                found.putIfAbsent(answer[0], new Python(command, answer[0]));
            }
        }
        return List.copyOf(found.values());
    }

    private static List<Path> candidates() {
        List<Path> commands = new ArrayList<>();
        Path versions = Path.of(System.getProperty("user.home"), ".pyenv", "versions");
        if (Files.isDirectory(versions)) {
            try (Stream<Path> folders = Files.list(versions)) {
                folders.sorted().map(each -> each.resolve("bin/python3")).forEach(commands::add);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        commands.add(debian().command());
        return commands;
    }

    /** Returns Debian's own, for which mpi4py may be installed. */
    static Python debian() {
        return new Python(Path.of("/usr/bin/python3"), "Debian's");
    }

    /** Returns whether this interpreter can import mpi4py, and it uses this MPI. */
    boolean hasMpi4py(Mpi mpi) {
        String library = "from mpi4py import MPI; print(MPI.Get_library_version().split()[0])";
        return command.toFile().canExecute()
                && ask(command, library).equalsIgnoreCase(mpi == Mpi.OPENMPI ? "Open" : "MPICH");
    }

    /** Returns what a script prints, empty if it fails. */
    private static String ask(Path command, String script) {
        try {
            Process process = new ProcessBuilder(command.toString(), "-c", script)
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            String answer = new String(process.getInputStream().readAllBytes());
            return process.waitFor(1, TimeUnit.MINUTES) && process.exitValue() == 0 ? answer.strip() : "";
        } catch (IOException | InterruptedException e) {
            return "";
        }
    }

    @Override
    public String toString() {
        return "Python " + version;
    }
}
