package dev.rollcall.samples.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TailTest {

    @TempDir
    private Path folder;

    @Test
    void givesEachLineOnceAndOnlyWhenItIsWhole() throws IOException {
        Path file = folder.resolve("out");
        Tail tail = new Tail(file);
        assertEquals(List.of(), tail.newLines());

        Files.writeString(file, "one\ntwo é");
        assertEquals(List.of("one"), tail.newLines());
        assertEquals(List.of(), tail.newLines());

        Files.writeString(file, "!\n", StandardOpenOption.APPEND);
        assertEquals(List.of("two é!"), tail.newLines());
    }
}
