package dev.rollcall.samples.launch;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/**
 * The paths of the built project.
 *
 * @param home the project's folder
 */
public record Installation(Path home) {

    /** Returns the installation in the folder of the system property {@code rollcall.home}, by default the current folder. */
    public static Installation current() {
        return new Installation(Path.of(System.getProperty("rollcall.home", ""))
                .toAbsolutePath()
                .normalize());
    }

    /** Returns the agent's jar. */
    public Path agent() {
        return home.resolve("recorder/target/rollcall-agent.jar");
    }

    /** Returns the jar by which an application marks its steps. */
    private Path api() {
        return home.resolve("recorder/target/rollcall-api.jar");
    }

    /** Returns the analyzer's runnable jar. */
    public Path analyzer() {
        return home.resolve("analyzer/target/rollcall.jar");
    }

    /** Returns the archive of the analyzer's classes, which is not made everywhere. */
    public Path analyzerClasses() {
        return home.resolve("analyzer/target/rollcall.jsa");
    }

    /** Returns the samples' class files. */
    public Path classes() {
        return home.resolve("samples/target/classes");
    }

    /** Returns the folder of the samples' source files. */
    public Path sources() {
        return home.resolve("samples/src/main/java");
    }

    /** Returns the folder that takes the folder of each run. */
    public Path runs() {
        return home.resolve("samples/target/runs");
    }

    /** Returns the folder into which PyTorch's native libraries are unpacked. */
    public Path nativeLibraries() {
        return home.resolve("samples/target/native-libraries");
    }

    /**
     * Returns the class path of a rank: the samples, Rollcall's API and PyTorch.
     *
     * @throws IOException if the project is not built
     */
    public String rankClassPath() throws IOException {
        Path list = home.resolve("samples/target/classpath");
        return String.join(
                File.pathSeparator,
                classes().toString(),
                api().toString(),
                Files.readString(list).strip());
    }

    /**
     * Checks that the project is built.
     *
     * @throws NoSuchFileException if it is not; the message says how to build it
     */
    public void check() throws NoSuchFileException {
        for (Path part : new Path[] {agent(), api(), analyzer(), classes()}) {
            if (!Files.exists(part)) {
                throw new NoSuchFileException(part.toString(), null, "run './mvnw -DskipTests package' first");
            }
        }
    }
}
