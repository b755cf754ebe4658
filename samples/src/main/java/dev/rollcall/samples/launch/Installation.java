package dev.rollcall.samples.launch;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/**
 * Where the project's parts lie.
 *
 * @param home the project's folder
 */
public record Installation(Path home) {

    /** Returns the installation in the folder that the system property {@code rollcall.home} gives, else the current. */
    public static Installation current() {
        return new Installation(Path.of(System.getProperty("rollcall.home", ""))
                .toAbsolutePath()
                .normalize());
    }

    /** Returns the recorder that the ranks are started under. */
    public Path agent() {
        return home.resolve("recorder/target/rollcall-agent.jar");
    }

    /** Returns the analyzer's runnable jar. */
    public Path analyzer() {
        return home.resolve("analyzer/target/rollcall.jar");
    }

    /** Returns the samples' class files. */
    public Path classes() {
        return home.resolve("samples/target/classes");
    }

    /** Returns the folder of the samples' source files. */
    public Path sources() {
        return home.resolve("samples/src/main/java");
    }

    /** Returns the folder below which each run gets one of its own. */
    public Path runs() {
        return home.resolve("samples/target/runs");
    }

    /** Returns where PyTorch's native libraries are unpacked, once for all runs. */
    public Path nativeLibraries() {
        return home.resolve("samples/target/native-libraries");
    }

    /**
     * Returns the class path of a rank: the samples and PyTorch.
     *
     * @throws IOException if the build has not written it
     */
    public String rankClassPath() throws IOException {
        Path list = home.resolve("samples/target/classpath");
        return classes() + File.pathSeparator + Files.readString(list).strip();
    }

    /**
     * Checks that everything is built.
     *
     * @throws NoSuchFileException if something is not; its message says what to do
     */
    public void check() throws NoSuchFileException {
        for (Path part : new Path[] {agent(), analyzer(), classes()}) {
            if (!Files.exists(part)) {
                throw new NoSuchFileException(part.toString(), null, "run './mvnw -DskipTests package' first");
            }
        }
    }
}
