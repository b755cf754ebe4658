package dev.rollcall.analyzer.collect;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.regex.Pattern;

/**
 * Copies paths from hosts into one folder, a folder for each host. Immutable and thread-safe.
 *
 * @param via the words of the command that runs a program on {@code {host}}; empty for this machine
 * @param paths the paths or patterns on the hosts
 * @param folder where the hosts' folders are made
 * @param limit how long one host may take
 * @param mostBytes how much may come from one host
 */
public record HostCollector(List<String> via, List<String> paths, Path folder, Duration limit, long mostBytes) {
    /** What a word of {@code via} holds in place of a host's name. */
    public static final String HOST = "{host}";

    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_\\[][A-Za-z0-9_.:@%/\\[\\]-]*");
    private static final int AT_ONCE = 16;
    private static final int LONGEST_LINE = 4096;
    private static final int MOST_LINES = 10_000;
    private static final int MOST_ERRORS = 1 << 16;
    private static final int LAST_ERRORS = 3;
    private static final long MILLIS_FOR_ERRORS = 1000;
    private static final Pattern USUAL =
            Pattern.compile("^tar: (Removing leading|Exiting with failure status|.*: file changed as we read it)");

    public HostCollector {
        via = List.copyOf(via);
        paths = List.copyOf(paths);
    }

    /** Returns whether a text can be a host's name: one with a leading dash would be an option of ssh. */
    public static boolean isHostName(String text) {
        return NAME.matcher(text).matches();
    }

    /** Copies from several hosts at once and returns what came, in the order of the hosts. */
    public List<CollectedHost> from(List<String> hosts) {
        List<Callable<CollectedHost>> tasks = new ArrayList<>();
        Set<String> folders = new HashSet<>();
        for (String host : hosts) {
            Path target = folder.resolve(folderName(host, folders));
            tasks.add(() -> from(host, target));
        }
        ExecutorService threads = Executors.newFixedThreadPool(Math.max(1, Math.min(AT_ONCE, hosts.size())));
        try {
            List<CollectedHost> collected = new ArrayList<>();
            for (Future<CollectedHost> each : threads.invokeAll(tasks)) {
                collected.add(each.get());
            }
            return collected;
        } catch (ExecutionException e) {
            throw new IllegalStateException(e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return List.of();
        } finally {
            threads.shutdownNow();
        }
    }

    /** Returns a host's name as a folder's, which no other host has. */
    private static String folderName(String host, Set<String> taken) {
        String plain = host.replaceAll("[^A-Za-z0-9_.@-]", "_").replaceFirst("^\\.+", "_");
        String name = plain;
        // Some file systems do not tell case apart.
        for (int i = 2; !taken.add(name.toLowerCase(Locale.ROOT)); i++) {
            name = plain + "-" + i;
        }
        return name;
    }

    private CollectedHost from(String host, Path target) {
        List<String> words = new ArrayList<>();
        via.forEach(word -> words.add(word.replace(HOST, host)));
        words.add("sh");
        Process process;
        try {
            process = new ProcessBuilder(words).start();
        } catch (IOException e) {
            return new CollectedHost(host, false, 0, 0, List.of("there is no program " + words.get(0)));
        }
        AtomicBoolean late = new AtomicBoolean();
        ByteArrayOutputStream errors = new ByteArrayOutputStream();
        Thread watch = start("limit for " + host, () -> endAfterLimit(process, late));
        Thread drain = start("errors of " + host, () -> drain(process.getErrorStream(), errors));
        try {
            return receive(host, target, process, late, errors, drain);
        } finally {
            end(process);
            watch.interrupt();
        }
    }

    private CollectedHost receive(
            String host, Path target, Process process, AtomicBoolean late, ByteArrayOutputStream errors, Thread drain) {
        send(CollectScript.of(paths), process.getOutputStream());
        InputStream out = process.getInputStream();
        List<String> missing = new ArrayList<>();
        TarReceiver receiver = new TarReceiver(target, mostBytes);
        String kind = preamble(out, missing);
        if (kind.equals(CollectScript.DATA)) {
            receiver.receive(out);
        }
        boolean whole = kind.equals(CollectScript.NOTHING) || receiver.isComplete();
        int code = whole || kind.isEmpty() ? exitCode(process, out) : -1;
        String reason = late.get() ? "it took longer than " + limit.toSeconds() + " s" : lastLines(errors, drain);
        if (kind.isEmpty()) {
            return new CollectedHost(
                    host, false, 0, 0, List.of(reason.isEmpty() ? "its shell did not answer" : reason));
        }
        missing.addAll(receiver.notes());
        // Exit code 1 alone says little: GNU tar has it where a file changed, as those of a running job do, BusyBox's
        // for any error.
        if (late.get() || code > 1 || code != 0 && !reason.isEmpty()) {
            missing.add(reason.isEmpty() ? "tar ended with exit code " + code : reason);
        }
        return new CollectedHost(host, true, receiver.files(), receiver.bytes(), missing);
    }

    private static void send(String script, OutputStream in) {
        try (in) {
            in.write(script.getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            // It has ended already; what it wrote says why.
            return;
        }
    }

    /** Reads up to the data; returns what follows, empty if the script did not run. */
    private static String preamble(InputStream out, List<String> missing) {
        boolean marked = false;
        try {
            for (int i = 0; i < MOST_LINES; i++) {
                String line = line(out);
                if (line == null) {
                    return "";
                }
                if (!marked) {
                    marked = line.equals(CollectScript.MARK);
                } else if (line.startsWith(CollectScript.MISSING)) {
                    missing.add(line.substring(CollectScript.MISSING.length()) + ": no such file or folder");
                } else if (line.equals(CollectScript.DATA) || line.equals(CollectScript.NOTHING)) {
                    return line;
                }
            }
            return "";
        } catch (IOException e) {
            return "";
        }
    }

    /** Reads one line and nothing behind it; null at the end. */
    private static String line(InputStream in) throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        int next = in.read();
        if (next < 0) {
            return null;
        }
        while (next >= 0 && next != '\n' && line.size() < LONGEST_LINE) {
            line.write(next);
            next = in.read();
        }
        return line.toString(StandardCharsets.UTF_8);
    }

    /** Reads what is left, so that the process can end, and returns its exit code. */
    private static int exitCode(Process process, InputStream out) {
        try {
            out.transferTo(OutputStream.nullOutputStream());
            return process.waitFor();
        } catch (IOException e) {
            return -1;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return -1;
        }
    }

    /** Returns the last lines of what a process wrote to standard error, without those that tar always writes. */
    private static String lastLines(ByteArrayOutputStream errors, Thread drain) {
        try {
            drain.join(MILLIS_FOR_ERRORS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        List<String> lines;
        synchronized (errors) {
            lines = errors.toString(StandardCharsets.UTF_8)
                    .lines()
                    .map(String::strip)
                    .filter(line -> !line.isEmpty() && !USUAL.matcher(line).find())
                    .toList();
        }
        return String.join("; ", lines.subList(Math.max(0, lines.size() - LAST_ERRORS), lines.size()));
    }

    private static Thread start(String name, Runnable task) {
        Thread thread = new Thread(task, name);
        thread.setDaemon(true);
        thread.start();
        return thread;
    }

    private void endAfterLimit(Process process, AtomicBoolean late) {
        try {
            if (!process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS)) {
                late.set(true);
                end(process);
            }
        } catch (InterruptedException e) {
            // All that was asked for has come.
            return;
        }
    }

    private static void end(Process process) {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
    }

    /** Keeps the beginning of what a process writes, and reads the rest so that the process can go on. */
    private static void drain(InputStream in, ByteArrayOutputStream kept) {
        byte[] buffer = new byte[1024];
        try (in) {
            int count = in.read(buffer);
            while (count >= 0) {
                synchronized (kept) {
                    kept.write(buffer, 0, Math.min(count, MOST_ERRORS - kept.size()));
                }
                count = in.read(buffer);
            }
        } catch (IOException e) {
            // The process was ended.
            return;
        }
    }
}
