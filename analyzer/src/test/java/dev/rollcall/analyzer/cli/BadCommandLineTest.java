package dev.rollcall.analyzer.cli;

import dev.rollcall.analyzer.ApprovedTexts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Command lines that make no sense: exit code 2 and a message that says what is wrong. */
class BadCommandLineTest {
    @RegisterExtension
    static final ApprovedTexts TEXTS = new ApprovedTexts();

    @TempDir
    Path folder;

    private Transcript shell;

    @BeforeEach
    void start() {
        shell = new Transcript(folder);
    }

    @AfterEach
    void verify() {
        TEXTS.verify(shell.toString());
    }

    @Test
    void refusesUnknownCommands() {
        shell.refused();
        shell.refused("analyse", "x");
        shell.refused("analzye", "x");
        shell.refused("sohw", "x");
        shell.refused("help", "scna");
        shell.refused("help", "explode");
        shell.refused("--format", "json");
    }

    @Test
    void refusesWrongOptionsOfAnalyze() {
        Path absent = folder.resolve("absent");
        shell.refused("analyze");
        shell.refused("analyze", "");
        shell.refused("analyze", "x", "--wold", "4");
        shell.refused("analyze", "x", "--form", "json");
        shell.refused("analyze", "x", "--format", "yaml");
        shell.refused("analyze", "x", "--format");
        shell.refused("analyze", "x", "--html", "");
        shell.refused("analyze", "x", "--html", "a", "--html", "b");
        shell.refused("analyze", "x", "--world", "0");
        shell.refused("analyze", "x", "--world=4.5");
        shell.refused("analyze", "x", "--world", "99999999999");
        shell.refused("analyze", "x", "--source", absent);
        shell.refused("analyze", "x", "--classes", absent);
    }

    @Test
    void refusesWrongOptionsOfRun() {
        shell.refused("run");
        shell.refused("run", "python", "train.py");
        shell.refused("run", "--");
        shell.refused("run", "--hang", "5", "--", "x");
        shell.refused("run", "--stack", "257", "--", "x");
        shell.refused("run", "--record", "java", "--", "x");
        shell.refused("run", "--mpi", "intel", "--", "x");
        shell.refused("run", "--native", folder, "--", "x");
        shell.refused("run", "--outt", "x", "--", "x");
    }

    @Test
    void refusesWrongOptionsOfCollect() throws IOException {
        Path none = Files.writeString(folder.resolve("hosts"), "# nobody\n");
        shell.refused("collect");
        shell.refused("collect", "/tmp/x");
        shell.refused("collect", "--out", folder, "");
        shell.refused("collect", "--out", folder, "--host", "-oProxyCommand=x", "/tmp/x");
        shell.refused("collect", "--out", folder, "--hosts", folder.resolve("absent"), "/tmp/x");
        shell.refused("collect", "--out", folder, "--hosts", none, "/tmp/x");
        shell.refused("collect", "--out", folder, "--host", "a", "--via", "ssh a", "/tmp/x");
        shell.refused("collect", "--out", folder, "--via", "ssh {host}", "/tmp/x");
        shell.refused("collect", "--out", folder, "--limit", "10", "/tmp/x");
        shell.refused("collect", "--out", folder, "--size", "16", "/tmp/x");
        shell.refused("collect", "--out", none, "/tmp/x");
    }

    @Test
    void refusesWrongOptionsOfShow() {
        shell.refused("show");
        shell.refused("show", "");
        shell.refused("show", "a", "b");
        shell.refused("show", folder);
        shell.refused("show", "x", "--last", "few");
        shell.refused("show", "x", "--last=-1");
        shell.refused("show", "x", "--last");
        shell.refused("show", "x", "--last", "1", "--last", "2");
        shell.refused("show", "x", "--format", "yaml");
        shell.refused("show", "x", "--html", "y");
    }

    @Test
    void refusesWrongOptionsOfScan() throws IOException {
        Path empty = Files.createDirectories(folder.resolve("empty"));
        Path text = Files.writeString(folder.resolve("notes.txt"), "no jar");
        Path source = Files.writeString(folder.resolve("train.py"), "pass\n");
        Path calls = Files.writeString(folder.resolve("mine.calls"), "call");
        shell.refused("scan");
        shell.refused("scan", folder.resolve("nowhere"));
        shell.refused("scan", empty);
        shell.refused("scan", text);
        shell.refused("scan", empty, "--format", "xml");
        shell.refused("scan", source, "--source", folder.resolve("nowhere"));
        shell.refused("scan", source, "--trace", empty);
        shell.refused("scan", source, "--calls", calls);
    }

    @Test
    void refusesPathsOfProbe() {
        shell.refused("probe", "x");
    }
}
