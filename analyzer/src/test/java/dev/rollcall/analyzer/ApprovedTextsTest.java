package dev.rollcall.analyzer;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ApprovedTextsTest {
    private static final String CLASS = "example.SomeTest";

    @TempDir
    Path folder;

    private ApprovedTexts texts(boolean approve) {
        ApprovedTexts texts = new ApprovedTexts(folder, approve);
        texts.open(CLASS);
        return texts;
    }

    private Path file() {
        return folder.resolve("example/SomeTest.approved.txt");
    }

    private void approve(String method, String... labelsAndTexts) {
        ApprovedTexts texts = texts(true);
        texts.begin(method);
        for (int i = 0; i < labelsAndTexts.length; i += 2) {
            texts.verify(labelsAndTexts[i], labelsAndTexts[i + 1]);
        }
        texts.end(true);
        texts.close(Set.of("one", "two"));
    }

    @Test
    void writesTextsSortedAndReadsThemBack() throws IOException {
        approve("two", "", "b\n\nc\n");
        approve("one", "second", "2", "first", "1");

        assertEquals("== one: first\n1\n\n== one: second\n2\n\n== two\nb\n\nc\n", Files.readString(file()));
        ApprovedTexts texts = texts(false);
        texts.begin("two");
        texts.verify("b\n\nc");
        texts.end(true);
        texts.close(Set.of("one", "two"));
    }

    @Test
    void failsOnATextWithoutAnApprovedOne() {
        ApprovedTexts texts = texts(false);
        texts.begin("one");
        assertThrows(AssertionError.class, () -> texts.verify("new"));
    }

    @Test
    void showsTheLinesThatDiffer() {
        approve("one", "", "a\nb\nd");
        ApprovedTexts texts = texts(false);
        texts.begin("one");

        String message = assertThrows(AssertionError.class, () -> texts.verify("a\nc\nd"))
                .getMessage();

        assertTrue(message.endsWith("line 2\n- b\n+ c\n"), message);
        assertEquals("line 3\n+ c\n", ApprovedTexts.difference(List.of("a", "b"), List.of("a", "b", "c")));
    }

    @Test
    void failsOnApprovedTextsThatNoTestProduces() {
        approve("one", "", "text");
        ApprovedTexts other = texts(false);
        other.begin("two");
        other.end(true);
        assertDoesNotThrow(() -> other.close(Set.of("one", "two")), "the test did not run");
        assertThrows(AssertionError.class, () -> other.close(Set.of("two")), "the test is gone");

        ApprovedTexts silent = texts(false);
        silent.begin("one");
        silent.end(true);
        assertThrows(AssertionError.class, () -> silent.close(Set.of("one")), "the test verifies nothing any more");
    }

    @Test
    void approvesNothingOfATestThatFails() throws IOException {
        approve("one", "", "good");
        ApprovedTexts texts = texts(true);
        texts.begin("one");
        texts.verify("bad");
        texts.end(false);
        texts.close(Set.of("one"));

        assertEquals("== one\ngood\n", Files.readString(file()));
    }

    @Test
    void removesWhatIsNoLongerProduced() {
        approve("one", "", "text");
        approve("two");
        assertTrue(Files.exists(file()));
        approve("one");
        assertFalse(Files.exists(file()));
    }

    @Test
    void refusesTwoTextsOfOneName() {
        ApprovedTexts texts = texts(true);
        texts.begin("one");
        texts.verify("a");
        assertThrows(AssertionError.class, () -> texts.verify("a"));
    }

    /** A class that was deleted or renamed would leave its approved file behind without a failure of its own. */
    @Test
    void everyApprovedFileHasItsTestClass() throws Exception {
        List<Path> files;
        try (Stream<Path> all = Files.walk(ApprovedTexts.FOLDER)) {
            files = all.filter(file -> file.toString().endsWith(ApprovedTexts.SUFFIX))
                    .toList();
        }
        assertFalse(files.isEmpty());
        for (Path file : files) {
            String name = ApprovedTexts.FOLDER.relativize(file).toString().replace('/', '.');
            Class<?> test = Class.forName(name.substring(0, name.length() - ApprovedTexts.SUFFIX.length()));
            assertTrue(
                    Arrays.stream(test.getDeclaredFields()).anyMatch(field -> field.getType() == ApprovedTexts.class),
                    name + ": its class registers no ApprovedTexts");
            Set<String> methods = Arrays.stream(test.getDeclaredMethods())
                    .map(method -> method.getName())
                    .collect(Collectors.toSet());
            assertTrue(methods.containsAll(ApprovedTexts.methods(file)), name + " has texts of methods that are gone");
        }
    }
}
