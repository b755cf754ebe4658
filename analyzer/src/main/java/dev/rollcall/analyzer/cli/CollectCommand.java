package dev.rollcall.analyzer.cli;

import dev.rollcall.analyzer.collect.CollectedHost;
import dev.rollcall.analyzer.collect.HostCollector;
import dev.rollcall.analyzer.containment.IoErrorText;
import dev.rollcall.analyzer.input.trace.LocalProcesses;
import dev.rollcall.analyzer.report.view.Printable;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** {@code collect}: copies what a job left on its hosts into one folder. */
final class CollectCommand {
    private static final List<String> SSH =
            List.of("ssh", "-o", "BatchMode=yes", "-o", "ConnectTimeout=15", HostCollector.HOST);
    private static final Duration DEFAULT_LIMIT = Duration.ofMinutes(10);
    private static final long DEFAULT_BYTES = 16L << 30;
    private static final int MOST_HOSTS = 10_000;
    private static final Pattern TIME = Pattern.compile("([1-9]\\d{0,5})([smh])");
    private static final Pattern SIZE = Pattern.compile("([1-9]\\d{0,5})([kmgt])");

    private final PrintStream out;

    CollectCommand(PrintStream out) {
        this.out = out;
    }

    /** Runs the command and returns its exit code. */
    int run(List<String> words) throws UsageException {
        CommandOptions options = CommandOptions.parse(Commands.COLLECT, words);
        if (options.has("help")) {
            out.println(HelpText.of(Commands.COLLECT));
            return ExitCode.OK;
        }
        List<String> paths = options.words();
        if (paths.isEmpty()) {
            throw options.wrong("collect needs the paths to copy from the hosts");
        }
        for (String path : paths) {
            if (path.isEmpty() || path.chars().anyMatch(Character::isISOControl)) {
                throw new UsageException(
                        path.isEmpty() ? "a path is empty; is a shell variable unset?" : "not a path: " + path);
            }
        }
        String name = options.value("out");
        if (name == null) {
            throw options.wrong("collect needs --out DIR, the folder for the copies");
        }
        Path folder = CommandOptions.path(name);
        List<String> hosts = hosts(options);
        List<String> via = via(options, hosts.isEmpty());
        Duration limit = limit(options);
        long mostBytes = mostBytes(options);
        try {
            Files.createDirectories(folder);
        } catch (IOException e) {
            throw new UsageException("cannot write " + folder + ": " + IoErrorText.of(e));
        }
        List<CollectedHost> collected = new HostCollector(via, paths, folder, limit, mostBytes)
                .from(hosts.isEmpty() ? List.of(LocalProcesses.host()) : hosts);
        return print(collected, folder);
    }

    private int print(List<CollectedHost> collected, Path folder) {
        int files = 0;
        int whole = 0;
        for (CollectedHost host : collected) {
            files += host.files();
            whole += host.isWhole() ? 1 : 0;
            String what = host.reached()
                    ? String.format(Locale.ROOT, "%s, %,d bytes", files(host.files()), host.bytes())
                    : "NOT REACHED";
            out.println(Printable.of(host.host() + ": " + what));
            host.missing().forEach(each -> out.println(Printable.of("  missing: " + each)));
        }
        out.println(Printable.of(String.format(
                Locale.ROOT,
                "%s in %s; complete: %,d of %,d %s",
                files(files),
                folder,
                whole,
                collected.size(),
                collected.size() == 1 ? "host" : "hosts")));
        if (files > 0) {
            out.println(Printable.of(
                    "Next: " + System.getProperty("rollcall.command", Commands.JAR) + " analyze " + folder));
        }
        return files == 0 ? ExitCode.UNUSABLE : whole < collected.size() ? ExitCode.WRONG : ExitCode.OK;
    }

    private static String files(int count) {
        return count == 1 ? "1 file" : String.format(Locale.ROOT, "%,d files", count);
    }

    /** Returns the hosts that the user names, each once. */
    private static List<String> hosts(CommandOptions options) throws UsageException {
        Set<String> hosts = new LinkedHashSet<>(options.values("host"));
        String file = options.value("hosts");
        if (file != null) {
            try {
                for (String line : Files.readAllLines(CommandOptions.path(file))) {
                    // The host files of MPI: node1, node1:4 and node1 slots=4.
                    String host = line.replaceFirst("#.*", "").strip().split("\\s", 2)[0];
                    if (!host.isEmpty()) {
                        hosts.add(host.replaceFirst("^([^:]+):\\d+$", "$1"));
                    }
                }
            } catch (IOException e) {
                throw new UsageException("cannot read " + file + ": " + IoErrorText.of(e));
            }
            if (hosts.isEmpty()) {
                throw new UsageException("there is no host in " + file);
            }
        }
        for (String host : hosts) {
            if (!HostCollector.isHostName(host)) {
                throw new UsageException("not the name of a host: " + host);
            }
        }
        if (hosts.size() > MOST_HOSTS) {
            throw new UsageException("more than " + MOST_HOSTS + " hosts are named");
        }
        return new ArrayList<>(hosts);
    }

    private static List<String> via(CommandOptions options, boolean local) throws UsageException {
        String text = options.value("via");
        if (local) {
            if (text != null) {
                throw options.wrong("--via needs hosts: --host NAME or --hosts FILE");
            }
            return List.of();
        }
        if (text == null) {
            return SSH;
        }
        List<String> words = List.of(text.strip().split("\\s+"));
        if (words.stream().noneMatch(word -> word.contains(HostCollector.HOST))) {
            throw options.wrong(
                    "--via is a command with {host} in it, such as 'kubectl exec -i {host} --', not " + text);
        }
        return words;
    }

    private static Duration limit(CommandOptions options) throws UsageException {
        String text = options.value("limit");
        if (text == null) {
            return DEFAULT_LIMIT;
        }
        Matcher time = TIME.matcher(text);
        if (!time.matches()) {
            throw options.wrong("--limit is a time such as 30s, 10m or 1h, not " + text);
        }
        long number = Long.parseLong(time.group(1));
        return switch (time.group(2)) {
            case "s" -> Duration.ofSeconds(number);
            case "m" -> Duration.ofMinutes(number);
            default -> Duration.ofHours(number);
        };
    }

    private static long mostBytes(CommandOptions options) throws UsageException {
        String text = options.value("size");
        if (text == null) {
            return DEFAULT_BYTES;
        }
        Matcher size = SIZE.matcher(text);
        if (!size.matches()) {
            throw options.wrong("--size is a size such as 500m or 16g, not " + text);
        }
        return Long.parseLong(size.group(1)) << 10 * ("kmgt".indexOf(size.group(2)) + 1);
    }
}
