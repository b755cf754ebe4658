package dev.rollcall.analyzer.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** {@code collect} with real shells and real copies of tar. */
@EnabledOnOs({OS.LINUX, OS.MAC})
class CollectCommandTest {
    @TempDir
    Path folder;

    private Path script(String name, String text) throws IOException {
        Path file = Files.writeString(folder.resolve(name), "#!/bin/sh\n" + text);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
        return file;
    }

    private Path file(String name, String text) throws IOException {
        Path file = folder.resolve(name);
        Files.createDirectories(file.getParent());
        return Files.writeString(file, text);
    }

    /** Returns where a file of a host is copied to. */
    private Path copy(String host, Path original) {
        return folder.resolve("out").resolve(host).resolve(original.toString().substring(1));
    }

    private CommandLineRun collect(Object... words) {
        return CommandLineRun.of(Stream.concat(Stream.of("collect", "--out", folder.resolve("out")), Stream.of(words))
                .toArray());
    }

    @Test
    void equalNamesOfTwoHostsAreBothKept() throws IOException {
        file("node1/job/0.trace", "of node1");
        file("node2/job/0.trace", "of node2");
        Path via = script("via", "cd " + folder + "/$1 && shift && exec \"$@\"\n");

        CommandLineRun run = collect("--host", "node1", "--host", "node2", "--via", via + " {host}", "job");

        assertEquals(0, run.exitCode(), run.toString());
        assertEquals("of node1", Files.readString(folder.resolve("out/node1/job/0.trace")));
        assertEquals("of node2", Files.readString(folder.resolve("out/node2/job/0.trace")));
        assertTrue(run.out().contains("2 files in " + folder.resolve("out") + "; complete: 2 of 2 hosts\n"), run.out());
    }

    @Test
    void hostsComeFromAFileOfMpi() throws IOException {
        file("job/x", "1");
        Path hosts = file("hosts", "# nodes\nnode1 slots=4\n\nnode2:8\nnode1\nuser@node3 # last\n");

        CommandLineRun run = collect("--hosts", hosts, "--via", "env H={host}", folder.resolve("job"));

        assertEquals(
                List.of("node1", "node2", "user@node3"),
                run.out()
                        .lines()
                        .filter(line -> line.contains(": 1 file"))
                        .map(line -> line.split(":")[0])
                        .toList());
    }

    @Test
    void pathsReachTheHostAsTheyAre() throws IOException {
        List<Path> files = List.of(
                file("a/it's; touch $(x) `y` \"z\"", "1"),
                file("a/nccl_trace_rank_0", "2"),
                file("a/nccl_trace_rank_1", "3"),
                file("-rf", "4"));

        CommandLineRun run = collect(files.get(0), folder.resolve("a/nccl_trace_rank_*"), files.get(3));

        assertEquals(0, run.exitCode(), run.toString());
        String host = run.out().substring(0, run.out().indexOf(':'));
        for (Path file : files) {
            assertEquals(Files.readString(file), Files.readString(copy(host, file)));
        }
    }

    @Test
    void whatIsMissingIsListedAndTheRestComes() throws IOException {
        Path there = file("job/x", "12");
        Path dead = script("via", "[ $1 = dead ] && { echo 'no route to host' >&2; exit 255; }\nshift; exec \"$@\"\n");

        CommandLineRun run =
                collect("--host", "dead", "--host", "alive", "--via", dead + " {host}", there, "/nowhere/nccl_*");

        assertEquals(1, run.exitCode(), run.toString());
        assertEquals("12", Files.readString(copy("alive", there)));
        assertTrue(run.out().startsWith("""
                dead: NOT REACHED
                  missing: no route to host
                alive: 1 file, 2 bytes
                  missing: /nowhere/nccl_*: no such file or folder
                """), run.out());
        assertTrue(run.out().contains("; complete: 0 of 2 hosts\n"), run.out());
    }

    @Test
    void aHostThatStopsIsLeftAfterItsTimeAndWhatCameIsKept() throws IOException {
        Path original = file("job/large", "x".repeat(100_000));
        Path stops = script(
                "via",
                "echo 'Welcome to this host'; cat >/dev/null; printf 'rollcall-collect 1\\ndata\\n';" + " tar -cf - "
                        + original + " 2>/dev/null | head -c 40000; sleep 600\n");

        CommandLineRun run = collect("--host", "n", "--via", stops + " {host}", "--limit", "2s", "x");

        assertEquals(1, run.exitCode(), run.toString());
        assertTrue(run.out().contains("of 100,000 bytes came"), run.out());
        assertTrue(run.out().contains("it took longer than 2 s"), run.out());
        assertTrue(Files.size(copy("n", original)) > 30_000);
    }

    @Test
    void aFileThatTarCannotReadIsListedAndOneThatChangesIsNot() throws IOException {
        Path original = file("job/x", "1");
        String tar = "cat >/dev/null; printf 'rollcall-collect 1\\ndata\\n'; tar -cf - " + original + " 2>/dev/null;";
        Path changed = script("changed", tar + " echo 'tar: x: file changed as we read it' >&2; exit 1\n");
        Path unread = script("unread", tar + " echo 'tar: y: Permission denied' >&2; exit 1\n");

        assertEquals(
                0, collect("--host", "n", "--via", changed + " {host}", "x").exitCode());
        CommandLineRun run = collect("--host", "n", "--via", unread + " {host}", "x");
        assertEquals(1, run.exitCode());
        assertTrue(run.out().startsWith("n: 1 file, 1 bytes\n  missing: tar: y: Permission denied\n"), run.out());
    }

    @Test
    void nothingAtAllIsAnError() {
        CommandLineRun run = collect("/nowhere/at/all");

        assertEquals(2, run.exitCode());
        assertTrue(run.out().contains("  missing: /nowhere/at/all: no such file or folder\n0 files in "), run.out());
    }

    private static String run(Path where, String... command) throws IOException {
        Process process = new ProcessBuilder(command)
                .directory(where.toFile())
                .redirectErrorStream(true)
                .start();
        process.getOutputStream().close();
        return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        }
    }

    /** Source: sshd_config(5); a server of one's own user needs no rights. */
    @Test
    void copiesThroughARealSshServer() throws Exception {
        Path sshd = Path.of("/usr/sbin/sshd");
        assumeTrue(Files.isExecutable(sshd), "there is no sshd on this machine");
        Path trace = file("job/0.trace", "trace");
        run(folder, "ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", "key");
        Path key = folder.resolve("key");
        int port = freePort();
        Path config = file("sshd_config", """
                ListenAddress 127.0.0.1:%d
                HostKey %s
                AuthorizedKeysFile %s.pub
                PasswordAuthentication no
                UsePAM no
                StrictModes no
                PidFile none
                """.formatted(port, key, key));
        Process server = new ProcessBuilder(sshd.toString(), "-D", "-e", "-f", config.toString())
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("sshd.log").toFile())
                .start();
        try {
            while (server.isAlive()
                    && !Files.readString(folder.resolve("sshd.log")).contains("listening")) {
                TimeUnit.MILLISECONDS.sleep(20);
            }
            assumeTrue(server.isAlive(), "sshd does not start here: " + Files.readString(folder.resolve("sshd.log")));
            String via = "ssh -F none -p " + port + " -i " + key
                    + " -o BatchMode=yes -o StrictHostKeyChecking=no -o UserKnownHostsFile=/dev/null {host}";

            CommandLineRun run = collect("--host", "127.0.0.1", "--via", via, folder.resolve("job"), "~/no such *");

            assertEquals(1, run.exitCode(), run.toString());
            assertEquals("trace", Files.readString(copy("127.0.0.1", trace)));
            assertTrue(run.out().contains("/no such *: no such file or folder"), run.out());
        } finally {
            server.descendants().forEach(ProcessHandle::destroyForcibly);
            server.destroyForcibly();
        }
    }
}
