package dev.rollcall.analyzer.containment;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FolderWalkTest {
    @TempDir
    private Path outside;

    private Path root;

    @BeforeEach
    void makeFiles() throws IOException {
        root = Files.createDirectory(outside.resolve("root"));
        Files.createDirectories(root.resolve("a/b"));
        Files.createFile(root.resolve("a/b/file"));
        Files.createFile(outside.resolve("other"));
    }

    private List<String> names(FolderWalk walk) {
        return walk.files().stream()
                .map(file -> root.relativize(file).toString())
                .toList();
    }

    private FolderWalk walk(List<String> limits, boolean followLinks) {
        return new FolderWalk(root, InputLimits.of(limits), followLinks, folder -> true);
    }

    @Test
    void visitsEachRealFolderOnce() throws IOException {
        Files.createSymbolicLink(root.resolve("again"), Path.of("a"));
        Files.createSymbolicLink(root.resolve("a/b/up"), Path.of("../.."));

        assertEquals(List.of("a/b/file"), names(walk(List.of(), false)));
        assertEquals(List.of("a/b/file"), names(walk(List.of(), true)));
    }

    @Test
    void followsLinksOutOfTheRootIfAsked() throws IOException {
        Files.createSymbolicLink(root.resolve("out"), Path.of("../other"));

        FolderWalk walk = walk(List.of(), false);
        assertEquals(List.of("a/b/file"), names(walk));
        assertEquals(
                List.of(root.resolve("out")), walk.leftOut().values().iterator().next());
        assertEquals(List.of("a/b/file", "out"), names(walk(List.of(), true)));
    }

    @Test
    void namesWhatIsBeyondALimit() throws IOException {
        assertEquals(List.of(), names(walk(List.of("depth=1"), false)));
        Files.createFile(root.resolve("z"));
        FolderWalk walk = walk(List.of("files=1"), false);
        assertEquals(1, walk.files().size());
        assertTrue(walk.leftOut().keySet().iterator().next().contains("--limit files="));
    }

    @Test
    void namesALinkToNothingAndARootThatIsGone() throws IOException {
        Files.createSymbolicLink(root.resolve("gone"), Path.of("nowhere"));
        assertEquals(
                List.of(root.resolve("gone")), walk(List.of(), false).leftOut().get(FolderWalk.DANGLING));
        FolderWalk none = new FolderWalk(root.resolve("none"), InputLimits.DEFAULT, false, folder -> true);
        assertEquals(List.of(root.resolve("none")), none.leftOut().get("no such file or folder"));
    }
}
