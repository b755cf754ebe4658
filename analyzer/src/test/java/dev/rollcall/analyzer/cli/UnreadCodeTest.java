package dev.rollcall.analyzer.cli;

import static java.nio.charset.StandardCharsets.UTF_16LE;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import com.fasterxml.jackson.databind.JsonNode;
import dev.rollcall.analyzer.ApprovedTexts;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Code that {@code analyze} is given and cannot read is named in the coverage, and leaves the verdict as it is. */
class UnreadCodeTest {
    @RegisterExtension
    static final ApprovedTexts TEXTS = new ApprovedTexts();

    private static final Path CORPUS = Path.of("src/test/resources/corpus/pytorch-fr");
    private static final Path HANGS = CORPUS.resolve("hangs.py");
    private static final String TRAINER = "example/Trainer.class";

    @TempDir
    Path folder;

    private Path traces;
    private Path dumps;
    private Path code;

    @BeforeEach
    void makeAJobOfEachLanguage() throws IOException {
        traces = RecordedJob.hung(folder.resolve("job"), "hung");
        dumps = Files.createDirectory(folder.resolve("dumps"));
        for (int rank = 0; rank < RecordedJob.WORLD; rank++) {
            String name = "nccl_trace_rank_" + rank;
            Files.copy(CORPUS.resolve("rank0_eval_metric").resolve(name), dumps.resolve(name));
        }
        code = Files.createDirectory(folder.resolve("code"));
    }

    /** Analyzes a job with code, and compares what the coverage says with the approved text. */
    private void verifyNamed(Path job, Object... withCode) throws IOException {
        List<Object> words = new ArrayList<>(List.of("analyze", job));
        words.addAll(List.of(withCode));
        CommandLineRun text = CommandLineRun.of(words.toArray());
        words.addAll(List.of("--format", "json"));
        CommandLineRun json = CommandLineRun.of(words.toArray());

        JsonNode without = CommandLineRun.of("analyze", job, "--format", "json").json();
        assertEquals("desync", json.json().get("verdict").asText(), json.err());
        for (String field : List.of("verdict", "culprits", "suspects")) {
            assertEquals(without.get(field), json.json().get(field));
        }
        assertFalse(without.toString().contains(code.toString()), "the job names no code");
        StringBuilder named = new StringBuilder();
        for (JsonNode each : json.json().at("/coverage/unreadable")) {
            named.append(each.get("kind").asText())
                    .append(": ")
                    .append(each.get("file").asText())
                    .append(": ")
                    .append(each.get("reason").asText())
                    .append('\n');
        }
        String read = text.line().substring(text.line().lastIndexOf("What was read"));
        TEXTS.verify((named + read).replace(folder.toString(), "FOLDER"));
    }

    private static byte[] halfAClass() throws IOException {
        try (InputStream in = UnreadCodeTest.class.getResourceAsStream("UnreadCodeTest.class")) {
            byte[] whole = in.readAllBytes();
            return Arrays.copyOf(whole, whole.length / 2);
        }
    }

    /** Writes a jar with the class of the job's stacks. */
    private Path jar(byte[] content, int repeat) throws IOException {
        Path jar = code.resolve("app.jar");
        try (OutputStream file = Files.newOutputStream(jar);
                ZipOutputStream zip = new ZipOutputStream(file)) {
            zip.putNextEntry(new ZipEntry(TRAINER));
            for (int i = 0; i < repeat; i++) {
                zip.write(content);
            }
        }
        return jar;
    }

    @Test
    void aDamagedClassFileOfAFolder() throws IOException {
        Files.createDirectory(code.resolve("example"));
        Files.write(code.resolve(TRAINER), halfAClass());

        verifyNamed(traces, "--classes", code);
    }

    @Test
    void aDamagedClassFileOfAJar() throws IOException {
        verifyNamed(traces, "--classes", jar(halfAClass(), 1));
    }

    @Test
    void aClassFileThatIsTooLarge() throws IOException {
        verifyNamed(traces, "--classes", jar(new byte[1 << 20], 17));
    }

    @Test
    void aJarThatIsCutOff() throws IOException {
        Path jar = jar(halfAClass(), 1);
        byte[] whole = Files.readAllBytes(jar);
        Files.write(jar, Arrays.copyOf(whole, whole.length / 2));

        verifyNamed(traces, "--classes", jar);
    }

    @Test
    void aFolderOfClassesWithoutPermission() throws IOException {
        Path secret = Files.createDirectory(code.resolve("example"));
        Files.write(code.resolve(TRAINER), halfAClass());
        Files.setPosixFilePermissions(secret, Set.of());
        assumeFalse(Files.isReadable(secret), "the superuser may read everything");

        JsonNode unread = CommandLineRun.of("analyze", traces, "--classes", code, "--format", "json")
                .json()
                .at("/coverage/unreadable/0");

        assertEquals(secret.toString(), unread.get("file").asText());
        assertEquals("no permission", unread.get("reason").asText());
    }

    @Test
    void manyFilesAreOneLine() throws IOException {
        List<Object> words = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            words.add("--classes");
            words.add(Files.write(code.resolve("Half" + i + ".class"), halfAClass()));
        }

        verifyNamed(traces, words.toArray());
    }

    @Test
    void aPythonFileThatDoesNotParse() throws IOException {
        Files.writeString(code.resolve("hangs.py"), Files.readString(HANGS) + "\ndef broken(:\n    ][\n");

        verifyNamed(dumps, "--source", code);
    }

    @Test
    void aPythonFileInAnotherEncoding() throws IOException {
        Files.writeString(code.resolve("hangs.py"), Files.readString(HANGS), UTF_16LE);

        verifyNamed(dumps, "--source", code);
    }

    @Test
    void aPythonFileThatIsTooLarge() throws IOException {
        Files.writeString(code.resolve("hangs.py"), Files.readString(HANGS) + "#".repeat(9 << 20));

        verifyNamed(dumps, "--source", code);
    }

    @Test
    void aFolderOfSourcesThatCannotBeEntered() throws IOException {
        Files.copy(HANGS, code.resolve("hangs.py"));
        Files.createSymbolicLink(code.resolve("shared"), folder.resolve("job"));

        verifyNamed(dumps, "--source", code);
    }

    @Test
    void moreSourcesThanAreRead() throws IOException {
        Files.copy(HANGS, code.resolve("hangs.py"));
        for (int i = 0; i < 2_000; i++) {
            Files.createFile(code.resolve("zero" + i + ".py"));
        }

        verifyNamed(dumps, "--source", code);
    }
}
