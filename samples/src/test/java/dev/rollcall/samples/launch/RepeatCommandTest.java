package dev.rollcall.samples.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RepeatCommandTest {

    @TempDir
    private Path folder;

    private int run(String... arguments) throws InterruptedException {
        return RepeatCommand.run(new Installation(folder), arguments);
    }

    @Test
    void distinguishesWrongArgumentsFromRunsThatFail() throws InterruptedException {
        assertEquals(2, run("many", "2"));
        assertEquals(2, run("1", "2,two"));
        assertEquals(2, run("1", "2", "nonsense"));
        assertEquals(1, run("1", "2", "healthy"), "the project is not built");
    }
}
