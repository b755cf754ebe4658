package dev.rollcall.analyzer.report.view;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.rollcall.analyzer.model.StackFrame;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SourceTreeTest {
    @TempDir
    Path folder;

    private void file(String path, String... lines) throws IOException {
        Path file = folder.resolve(path);
        Files.createDirectories(file.getParent());
        Files.write(file, List.of(lines));
    }

    private List<SourceLine> around(StackFrame frame) {
        return new SourceTree(List.of(folder)).around(frame);
    }

    @Test
    void findsAJavaFileByItsPackage() throws IOException {
        file("a/src/one/Job.java", "package one;", "wrong");
        file("b/src/two/Job.java", "package two;", "\tright");

        assertEquals(
                List.of(new SourceLine(1, "package two;", false), new SourceLine(2, "    right", true)),
                around(new StackFrame("two.Job", "run", "Job.java", 2)));
    }

    @Test
    void findsAFileByItsWholePathAlsoBelowARelativeRoot() throws IOException {
        file("src/solve.c", "step();");
        Path root = Path.of("").toAbsolutePath().relativize(folder.toAbsolutePath());
        StackFrame frame =
                new StackFrame("", "main", folder.resolve("src/solve.c").toString(), 1);

        assertEquals(1, new SourceTree(List.of(root)).around(frame).size());
    }

    @Test
    void findsAFileOutsideItsPackagesFolderByItsDeclaration() throws IOException {
        file("Flat.kt", "package org.example", "call()");

        assertEquals(
                2,
                around(new StackFrame("org.example.FlatKt", "run", "Flat.kt", 2))
                        .size());
    }

    @Test
    void leavesOutTheIndentThatAllLinesHave() throws IOException {
        file("Job.java", "        if (last) {", "", "            barrier();", "        }");

        assertEquals(
                List.of("if (last) {", "", "    barrier();", "}"),
                around(new StackFrame("Job", "run", "Job.java", 3)).stream()
                        .map(SourceLine::text)
                        .toList());
    }

    @Test
    void showsNothingRatherThanAnotherPackagesFile() throws IOException {
        file("src/one/Job.java", "package one;", "wrong");

        assertEquals(List.of(), around(new StackFrame("two.Job", "run", "Job.java", 2)));
    }

    @Test
    void showsNothingForALineThatTheFileDoesNotHave() throws IOException {
        file("src/one/Job.java", "package one;");

        assertEquals(List.of(), around(new StackFrame("one.Job", "run", "Job.java", 9)));
        assertEquals(List.of(), around(new StackFrame("one.Job", "run", "", 0)));
    }

    @Test
    void looksNeitherIntoBuildOutputNorIntoHiddenFolders() throws IOException {
        file("target/one/Job.java", "package one;");
        file(".git/one/Job.java", "package one;");

        assertEquals(List.of(), around(new StackFrame("one.Job", "run", "Job.java", 1)));
    }
}
