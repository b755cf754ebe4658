package dev.rollcall.analyzer.cli;

import dev.rollcall.gpu.DriverException;
import dev.rollcall.gpu.Probe;
import dev.rollcall.gpu.Probe.Result;
import dev.rollcall.gpu.Probe.Transfer;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** {@code probe}: tests whether data arrives between all pairs of this machine's GPUs. */
final class ProbeCommand {
    private final PrintStream out;

    ProbeCommand(PrintStream out) {
        this.out = out;
    }

    /** Runs the command and returns its exit code. */
    int run(List<String> words) throws UsageException {
        CommandOptions options = CommandOptions.parse(Commands.PROBE, words);
        if (options.has("help")) {
            out.println(HelpText.of(Commands.PROBE));
            return ExitCode.OK;
        }
        if (!options.paths().isEmpty()) {
            throw options.wrong("probe reads no files");
        }
        List<Result> results = new ArrayList<>();
        int gpus;
        try (Probe probe = new Probe()) {
            gpus = probe.gpus();
            if (gpus < 2) {
                throw new UsageException(
                        gpus == 0 ? "this machine has no GPU" : "this machine has one GPU; probe tests pairs");
            }
            for (Transfer transfer : Transfer.values()) {
                for (int from = 0; from < gpus; from++) {
                    for (int to = 0; to < gpus; to++) {
                        for (long bytes : from == to ? List.<Long>of() : Probe.SIZES) {
                            results.add(probe.of(from, to, transfer, bytes));
                        }
                    }
                }
            }
        } catch (DriverException e) {
            throw new UsageException("the CUDA driver failed: " + e.getMessage());
        } catch (NoClassDefFoundError e) {
            throw new UsageException("probe needs JCuda: put jcuda and jcuda-natives beside rollcall.jar");
        } catch (LinkageError e) {
            throw new UsageException(
                    "this machine has no CUDA driver, or one that JCuda does not support: " + firstLine(e));
        }
        print(gpus, results);
        return results.stream().anyMatch(Result::bad) ? ExitCode.WRONG : ExitCode.OK;
    }

    private static String firstLine(Throwable failure) {
        String message = failure.getMessage();
        return message == null
                ? failure.toString()
                : message.lines().findFirst().orElse("");
    }

    private void print(int gpus, List<Result> results) {
        for (Transfer transfer : Transfer.values()) {
            out.println(
                    transfer.label() + ": GB/s of " + (largest() >> 20) + " MiB, from the row's GPU to the column's");
            StringBuilder head = new StringBuilder("        ");
            for (int to = 0; to < gpus; to++) {
                head.append(String.format(Locale.ROOT, "%12s", "GPU " + to));
            }
            out.println(head);
            for (int from = 0; from < gpus; from++) {
                StringBuilder row = new StringBuilder(String.format(Locale.ROOT, "%-8s", "GPU " + from));
                for (int to = 0; to < gpus; to++) {
                    row.append(String.format(Locale.ROOT, "%12s", cell(transfer, from, to, results)));
                }
                out.println(row);
            }
            out.println();
        }
        List<Result> bad = results.stream().filter(Result::bad).toList();
        for (Result each : bad) {
            out.println(line(each));
        }
        out.println(
                bad.isEmpty()
                        ? "All pairs of " + gpus + " GPUs copy correctly."
                        : "Avoid these paths: the agent's option corrupt=reroute copies through the host's memory.");
    }

    /** Returns what went wrong. */
    static String line(Result bad) {
        return "GPU " + bad.from() + " → GPU " + bad.to() + ": " + bad.bytes() + " bytes by "
                + bad.transfer().label()
                + (bad.error().isEmpty() ? " arrived " + bad.verdict() : " failed: " + bad.error());
    }

    private static long largest() {
        return Probe.SIZES.get(Probe.SIZES.size() - 1);
    }

    private static String cell(Transfer transfer, int from, int to, List<Result> results) {
        if (from == to) {
            return "-";
        }
        List<Result> these = results.stream()
                .filter(each -> each.transfer() == transfer && each.from() == from && each.to() == to)
                .toList();
        return these.stream()
                .filter(Result::bad)
                .map(each -> each.verdict().toUpperCase(Locale.ROOT))
                .findFirst()
                .orElseGet(() -> {
                    Result last = these.get(these.size() - 1);
                    return last.verdict().isEmpty()
                            ? "no access"
                            : String.format(Locale.ROOT, "%.1f", last.gigabytesPerSecond());
                });
    }
}
