package dev.rollcall.samples;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MarkedLineTest {

    @TempDir
    private Path sources;

    private Path source;

    @BeforeEach
    void makeSource() throws IOException {
        source = sources.resolve("dev/rollcall/samples/MarkedLineTest.java");
        Files.createDirectories(source.getParent());
    }

    @Test
    void findsTheLineThatEndsInTheComment() throws IOException {
        Files.writeString(source, "one // here and there\ntwo // here\n");

        assertEquals("MarkedLineTest.java:2", MarkedLine.find(sources, MarkedLineTest.class, "here"));
    }

    @Test
    void refusesACommentThatMarksTwoLinesOrNone() throws IOException {
        Files.writeString(source, "one // here\ntwo // here\n");

        assertThrows(IllegalStateException.class, () -> MarkedLine.find(sources, MarkedLineTest.class, "here"));
        assertThrows(IllegalStateException.class, () -> MarkedLine.find(sources, MarkedLineTest.class, "gone"));
    }
}
