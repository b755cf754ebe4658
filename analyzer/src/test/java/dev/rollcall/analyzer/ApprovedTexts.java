package dev.rollcall.analyzer;

import static org.junit.jupiter.api.Assertions.fail;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Compares the texts that users see with the approved ones, which stand in a file for each test class.
 *
 * <p>Tests assert facts: the outcome, the cause, the ranks, the exit code. How a fact is worded stands in an approved file, so
 * that a better sentence costs no change of a test. A test class declares
 *
 * <pre>{@code @RegisterExtension
 * static final ApprovedTexts TEXTS = new ApprovedTexts();}</pre>
 *
 * and its tests call {@link #verify(String)}. The file is {@code src/test/resources/PACKAGE/CLASS.approved.txt}; each text
 * stands below the name of its test method. After a change of wording, one command rewrites all files, and the diff is what
 * there is to review:
 *
 * <pre>
 * ./mvnw -pl analyzer -am test -Drollcall.approve=true
 * git diff analyzer/src/test/resources
 * </pre>
 *
 * <p>With {@code -Dtest=...} the command rewrites the texts of these tests only. All other assertions still hold while it runs,
 * and a test that fails keeps its approved texts. Without the property a text that has no approved text fails its test, and an
 * approved text that no test produces fails its class.
 *
 * <p>Texts must be the same on every machine: replace temporary folders, process ids and versions before the comparison. A test verifies
 * on its own thread. Thread-safe.
 */
public final class ApprovedTexts implements BeforeAllCallback, BeforeEachCallback, AfterEachCallback, AfterAllCallback {
    /** The system property that makes tests write the approved files instead of comparing with them. */
    public static final String APPROVE = "rollcall.approve";

    /** How the name of an approved file ends, after the simple name of its test class. */
    public static final String SUFFIX = ".approved.txt";

    static final Path FOLDER = Path.of("src/test/resources");
    private static final String HEADING = "== ";

    private final Path folder;
    private final boolean approve;
    private final Map<String, String> approved = new TreeMap<>();
    private final Map<String, String> seen = new TreeMap<>();
    private final Set<String> passed = new TreeSet<>();
    private final Set<String> failed = new TreeSet<>();
    private Path file;
    private final ThreadLocal<String> method = new ThreadLocal<>();

    /** Makes the texts of the test class that registers it. */
    public ApprovedTexts() {
        this(FOLDER, Boolean.getBoolean(APPROVE));
    }

    ApprovedTexts(Path folder, boolean approve) {
        this.folder = folder;
        this.approve = approve;
    }

    /** Compares the only text of a test method. */
    public void verify(String text) {
        verify("", text);
    }

    /**
     * Compares one of several texts of a test method.
     *
     * @param label tells the text from the others of the method; one line
     */
    public synchronized void verify(String label, String text) {
        String key = label.isEmpty() ? method.get() : method.get() + ": " + label;
        String actual = text.stripTrailing();
        if (actual.lines().anyMatch(line -> line.startsWith(HEADING))) {
            fail(key + ": a line of the text begins as a heading of the approved file");
        }
        if (seen.put(key, actual) != null) {
            fail(key + " is verified twice; give each text of a test its own label");
        }
        if (approve) {
            return;
        }
        String expected = approved.get(key);
        if (expected == null) {
            fail("no approved text for \"" + key + "\" in " + file + " (approve with -D" + APPROVE + "=true):\n"
                    + actual);
        } else if (!expected.equals(actual)) {
            fail("\"" + key + "\" differs from " + file + " (approve with -D" + APPROVE + "=true):\n"
                    + difference(expected.lines().toList(), actual.lines().toList()));
        }
    }

    /** Returns the lines between the equal beginnings and the equal ends, those approved first. */
    static String difference(List<String> expected, List<String> actual) {
        int shorter = Math.min(expected.size(), actual.size());
        int same = 0;
        while (same < shorter && expected.get(same).equals(actual.get(same))) {
            same++;
        }
        int end = 0;
        while (end < shorter - same
                && expected.get(expected.size() - 1 - end).equals(actual.get(actual.size() - 1 - end))) {
            end++;
        }
        StringBuilder text = new StringBuilder("line " + (same + 1) + "\n");
        expected.subList(same, expected.size() - end)
                .forEach(line -> text.append("- ").append(line).append('\n'));
        actual.subList(same, actual.size() - end)
                .forEach(line -> text.append("+ ").append(line).append('\n'));
        return text.toString();
    }

    @Override
    public void beforeAll(ExtensionContext context) {
        open(context.getRequiredTestClass().getName());
    }

    @Override
    public void beforeEach(ExtensionContext context) {
        begin(context.getRequiredTestMethod().getName());
    }

    @Override
    public void afterEach(ExtensionContext context) {
        end(context.getExecutionException().isEmpty());
    }

    @Override
    public void afterAll(ExtensionContext context) {
        close(Arrays.stream(context.getRequiredTestClass().getDeclaredMethods())
                .map(Method::getName)
                .collect(Collectors.toSet()));
    }

    void open(String testClass) {
        file = folder.resolve(testClass.replace('.', '/') + SUFFIX);
        approved.putAll(read(file));
    }

    void begin(String testMethod) {
        method.set(testMethod);
    }

    synchronized void end(boolean succeeded) {
        (succeeded ? passed : failed).add(method.get());
    }

    /**
     * Ends a test class: rewrites its file where texts are being approved, and otherwise fails on texts that no test produced.
     *
     * @param methods the methods that the class declares; a method that did not run keeps its texts
     */
    void close(Set<String> methods) {
        Set<String> complete = new TreeSet<>(passed);
        complete.removeAll(failed);
        Map<String, String> unused = new TreeMap<>(approved);
        unused.keySet()
                .removeIf(key ->
                        seen.containsKey(key) || methods.contains(method(key)) && !complete.contains(method(key)));
        if (approve) {
            approved.keySet().removeAll(unused.keySet());
            seen.forEach((key, text) -> {
                if (complete.contains(method(key))) {
                    approved.put(key, text);
                }
            });
            write();
        } else if (!unused.isEmpty()) {
            fail("no test produces these texts of " + file + " (remove with -D" + APPROVE + "=true): "
                    + unused.keySet());
        }
    }

    private static String method(String key) {
        int label = key.indexOf(": ");
        return label < 0 ? key : key.substring(0, label);
    }

    /** Returns the names of the test methods that have texts in an approved file. */
    static Set<String> methods(Path file) {
        return read(file).keySet().stream().map(ApprovedTexts::method).collect(Collectors.toSet());
    }

    private static Map<String, String> read(Path file) {
        Map<String, String> texts = new TreeMap<>();
        if (!Files.exists(file)) {
            return texts;
        }
        try {
            String key = null;
            for (String line : Files.readString(file).lines().toList()) {
                if (line.startsWith(HEADING)) {
                    key = line.substring(HEADING.length());
                    texts.put(key, "");
                } else if (key != null) {
                    texts.merge(key, line + "\n", String::concat);
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        texts.replaceAll((key, text) -> text.stripTrailing());
        return texts;
    }

    private void write() {
        StringBuilder text = new StringBuilder();
        approved.forEach((key, each) -> text.append(text.isEmpty() ? "" : "\n")
                .append(HEADING)
                .append(key)
                .append('\n')
                .append(each)
                .append('\n'));
        try {
            if (approved.isEmpty()) {
                Files.deleteIfExists(file);
            } else {
                Files.createDirectories(file.getParent());
                Files.writeString(file, text);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
