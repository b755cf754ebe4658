package dev.rollcall.samples.generate.writer.text;

import dev.rollcall.samples.generate.program.ProgramAction;
import dev.rollcall.samples.generate.program.ScriptLine;
import dev.rollcall.samples.generate.simulation.Simulation;
import dev.rollcall.samples.generate.writer.JobWriter;
import dev.rollcall.samples.generate.writer.RankDamage;
import dev.rollcall.samples.generate.writer.SimulatedProcess;
import dev.rollcall.samples.generate.writer.pytorch.PythonNames;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;

/** Writes what {@code py-spy dump}, or another tool, prints about each process that still runs, one file a rank. */
public final class StackJobWriter implements JobWriter {
    private static final Pattern FRAME = Pattern.compile(" {4}(\\S+) \\((.*):(\\d+)\\)");

    private final Path folder;
    private final long seed;
    private final RankDamage damage;
    private final StackForm form;

    /**
     * Makes a writer.
     *
     * @param folder an existing folder for the files
     * @param seed the job's seed
     * @param damage what happens to the file of one rank
     * @param form how the stacks are printed; null for the text of py-spy, with a second thread
     */
    public StackJobWriter(Path folder, long seed, RankDamage damage, StackForm form) {
        this.form = form;
        this.folder = folder;
        this.seed = seed;
        this.damage = damage;
    }

    @Override
    public void write(Simulation simulation) throws IOException {
        for (RankState rank : JobState.of(simulation, seed).ranks()) {
            if (!rank.ended() && !damage.removes(rank.rank())) {
                String text =
                        form == null ? dump(rank) : form.text(rank.process().pid(), frames(rank));
                if (damage.is(RankDamage.Kind.HALVED, rank.rank())) {
                    text = text.substring(0, text.length() / 2);
                } else if (damage.is(RankDamage.Kind.DOUBLED, rank.rank())) {
                    text += text;
                }
                new JobLog(seed)
                        .write(
                                folder.resolve(
                                        "stack-rank" + rank.rank() + "." + (form == null ? "txt" : form.extension())),
                                text,
                                simulation.end());
            }
        }
    }

    private static String dump(RankState rank) {
        SimulatedProcess process = rank.process();
        StringBuilder text = new StringBuilder("Process ").append(process.pid());
        text.append(": /usr/bin/python3 -u train.py\nPython v3.12.3 (/usr/bin/python3.12)\n\n");
        text.append("Thread ").append(process.pid()).append(" (").append(waits(rank) ? "idle" : "active");
        text.append("): \"MainThread\"\n");
        mainThread(rank, text);
        text.append("Thread ").append(process.pid() + 90_000).append(" (idle): \"Thread-1 (_pin_memory_loop)\"\n");
        frame("select", "selectors.py", 415, text);
        frame("wait", "multiprocessing/connection.py", 1136, text);
        frame("_poll", "multiprocessing/connection.py", 440, text);
        frame("_pin_memory_loop", "torch/utils/data/_utils/pin_memory.py", 50, text);
        frame("run", "threading.py", 1010, text);
        return text.toString();
    }

    private static List<StackForm.Frame> frames(RankState rank) {
        StringBuilder text = new StringBuilder();
        mainThread(rank, text);
        return FRAME.matcher(text)
                .results()
                .map(frame -> new StackForm.Frame(frame.group(1), frame.group(2), Integer.parseInt(frame.group(3))))
                .toList();
    }

    private static boolean waits(RankState rank) {
        return rank.halt() != null || rank.joining() != null;
    }

    private static void mainThread(RankState rank, StringBuilder text) {
        ScriptLine site = rank.site();
        PendingCall call = rank.blocking();
        if (rank.halt() == ProgramAction.HaltKind.STUCK || rank.late()) {
            frame("wait", "threading.py", 355, text);
            frame("get", "queue.py", 171, text);
        } else if (rank.joining() != null) {
            frame("_store_based_barrier", "torch/distributed/distributed_c10d.py", 1007, text);
            frame("_new_group_with_tag", "torch/distributed/distributed_c10d.py", 5216, text);
            frame("wrapper", "torch/distributed/c10d_logger.py", 95, text);
            site = rank.groups().isEmpty() ? ScriptLine.JOIN_WORLD : ScriptLine.JOIN_GROUPS;
        } else if (call != null) {
            frame(PythonNames.function(call.call().operation()), "torch/distributed/distributed_c10d.py", 3068, text);
            frame("wrapper", "torch/distributed/c10d_logger.py", 83, text);
        } else {
            frame("synchronize", "torch/cuda/__init__.py", 1162, text);
        }
        for (ScriptLine.Line line : site.callChain()) {
            frame(PythonNames.function(line), line.file("py"), line.number(), text);
        }
    }

    private static void frame(String function, String file, int line, StringBuilder text) {
        text.append("    ")
                .append(function)
                .append(" (")
                .append(file)
                .append(':')
                .append(line)
                .append(")\n");
    }
}
