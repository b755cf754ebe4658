package dev.rollcall.analyzer.containment;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import dev.rollcall.analyzer.containment.FolderWalk.LeftOut;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
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
        return new FolderWalk(root, InputLimits.of(limits), followLinks, FolderWalkTest::rank);
    }

    private static int rank(Path file) {
        String name = file.getFileName().toString();
        return name.startsWith("rank_") ? Integer.parseInt(name.substring("rank_".length())) : -1;
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
                List.of(new LeftOut(
                        root.resolve("out"), "a symbolic link out of the folder; --follow-links follows it")),
                walk.leftOut());
        assertEquals(List.of("a/b/file", "out"), names(walk(List.of(), true)));
    }

    @Test
    void findsEachRealFileOnce() throws IOException {
        Files.createSymbolicLink(root.resolve("a/b/latest"), Path.of("file"));
        Files.createSymbolicLink(root.resolve("again"), Path.of("../other"));
        Files.createSymbolicLink(root.resolve("once"), Path.of("../other"));

        assertEquals(List.of("a/b/file"), names(walk(List.of(), false)));
        assertEquals(List.of("a/b/file", "again"), names(walk(List.of(), true)));
    }

    @Test
    void findsAFileOfEachRankWhoseLinkLeadsToIt() throws IOException {
        Files.createSymbolicLink(root.resolve("rank_1"), Path.of("a/b/file"));
        Files.createSymbolicLink(root.resolve("rank_2"), Path.of("a/b/file"));

        assertEquals(List.of("rank_1", "rank_2"), names(walk(List.of(), false)));
    }

    @Test
    void findsAFileThatNamesItsRankUnderNoOtherRank() throws IOException {
        Files.move(root.resolve("a/b/file"), root.resolve("a/b/rank_0"));
        Files.createSymbolicLink(root.resolve("rank_1"), Path.of("a/b/rank_0"));

        assertEquals(List.of("a/b/rank_0"), names(walk(List.of(), false)));
    }

    @Test
    void findsAFileUnderTheLinkThatSaysMore() throws IOException {
        Files.createSymbolicLink(root.resolve("latest"), Path.of("a/b/file"));
        Files.createSymbolicLink(root.resolve("rank_3"), Path.of("a/b/file"));

        assertEquals(List.of("rank_3"), names(walk(List.of(), false)));
    }

    @Test
    void entersSoManyFoldersAtMost() throws IOException {
        Files.createDirectories(root.resolve("a/c"));

        FolderWalk walk = walk(List.of("folders=3"), false);
        assertEquals(1, walk.leftOut().size());
        assertEquals(
                "more than 3 folders; --limit folders=… raises the limit",
                walk.leftOut().get(0).reason());
    }

    @Test
    void findsWhatOnlyALinkLeadsTo() throws IOException {
        Files.createDirectories(root.resolve(".data"));
        Files.createFile(root.resolve(".data/file"));
        Files.createSymbolicLink(root.resolve("shown"), Path.of(".data/file"));

        FolderWalk walk = new FolderWalk(root, folder -> !folder.endsWith(".data"), file -> true);
        assertEquals(List.of("a/b/file", "shown"), names(walk));
    }

    @Test
    void seesOnlyWhatIsWantedInCode() throws IOException {
        Files.createSymbolicLink(root.resolve("out.txt"), Path.of("../other"));
        Files.createSymbolicLink(root.resolve("out.py"), Path.of("../other"));
        Files.createFile(root.resolve("train.py"));

        FolderWalk walk =
                new FolderWalk(root, folder -> true, file -> file.toString().endsWith(".py"));
        assertEquals(List.of("train.py"), names(walk));
        assertEquals(List.of(new LeftOut(root.resolve("out.py"), "a symbolic link out of the folder")), walk.leftOut());
    }

    @Test
    void namesWhatIsBeyondALimit() throws IOException {
        assertEquals(List.of(), names(walk(List.of("depth=1"), false)));
        Files.createFile(root.resolve("z"));
        FolderWalk walk = walk(List.of("files=1"), false);
        assertEquals(List.of("a/b/file"), names(walk));
        assertEquals(
                List.of(new LeftOut(root.resolve("z"), "more than 1 files; --limit files=… raises the limit")),
                walk.leftOut());
    }

    @Test
    void keepsTheFilesWithTheFirstNamesAndCountsTheRest() throws IOException {
        List<Integer> numbers = IntStream.range(100, 200).boxed().collect(Collectors.toList());
        Collections.shuffle(numbers, new Random(1));
        for (int number : numbers) {
            Files.createFile(root.resolve("rank" + number));
        }

        FolderWalk walk = walk(List.of("files=3"), false);
        assertEquals(List.of("a/b/file", "rank100", "rank101"), names(walk));
        assertEquals(
                List.of(new LeftOut(
                        root, "98 paths below it are left out: more than 3 files; --limit files=… raises the limit")),
                walk.leftOut());
    }

    @Test
    void findsALinkToNothingAndNamesARootThatIsGone() throws IOException {
        Files.createSymbolicLink(root.resolve("gone"), Path.of("nowhere"));
        assertEquals(List.of("a/b/file", "gone"), names(walk(List.of(), false)));
        FolderWalk none = new FolderWalk(root.resolve("none"), InputLimits.DEFAULT, false, file -> -1);
        assertEquals(List.of(new LeftOut(root.resolve("none"), "no such file or folder")), none.leftOut());
    }

    @Test
    void saysWhyALinkCannotBeFollowed() throws IOException {
        Files.createSymbolicLink(root.resolve("self"), Path.of("self"));
        LeftOut left = walk(List.of(), false).leftOut().get(0);
        assertEquals(root.resolve("self"), left.path());
        assertTrue(left.reason().startsWith("Too many levels of symbolic links"), left.reason());
    }

    @Test
    void saysThatTheTargetOfALinkMayNotBeRead() throws IOException {
        Path closed = Files.createDirectory(outside.resolve("closed"));
        Files.createFile(closed.resolve("file"));
        Files.createSymbolicLink(root.resolve("link"), Path.of("../closed/file"));
        Files.setPosixFilePermissions(closed, Set.of());
        try {
            assumeFalse(Files.isReadable(closed), "this user may read everything");
            assertEquals(
                    List.of(new LeftOut(root.resolve("link"), "no permission")),
                    walk(List.of(), true).leftOut());
        } finally {
            Files.setPosixFilePermissions(closed, PosixFilePermissions.fromString("rwx------"));
        }
    }
}
