package dev.rollcall.samples.generate.writer.text;

import dev.rollcall.samples.generate.program.ProgramAction;
import dev.rollcall.samples.generate.program.ScriptLine;
import dev.rollcall.samples.generate.simulation.Simulation;
import dev.rollcall.samples.generate.writer.JobWriter;
import dev.rollcall.samples.generate.writer.RankDamage;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Writes what {@code py-spy dump}, or another tool, prints about each process that still runs, one file a rank. */
public final class StackJobWriter implements JobWriter {
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
     * @param form how the stacks are printed
     */
    public StackJobWriter(Path folder, long seed, RankDamage damage, StackForm form) {
        this.form = form;
        this.folder = folder;
        this.seed = seed;
        this.damage = damage;
    }

    @Override
    public void write(Simulation simulation) throws IOException {
        for (SimulatedRankState rank : JobState.of(simulation, seed).ranks()) {
            if (!rank.ended() && !damage.removes(rank.rank())) {
                boolean idle = rank.halt() != null || rank.joining() != null;
                String text = form.text(rank.process().pid(), idle, mainThread(rank));
                if (damage.is(RankDamage.Kind.HALVED, rank.rank())) {
                    text = text.substring(0, text.length() / 2);
                } else if (damage.is(RankDamage.Kind.DOUBLED, rank.rank())) {
                    text += text;
                }
                new JobLog(seed)
                        .write(
                                folder.resolve("stack-rank" + rank.rank() + "." + form.extension()),
                                text,
                                simulation.end());
            }
        }
    }

    private List<StackForm.Frame> mainThread(SimulatedRankState rank) {
        PendingCall call = rank.blocking();
        StackForm.Wait wait;
        ScriptLine site = rank.site();
        if (rank.halt() == ProgramAction.HaltKind.STUCK || rank.late()) {
            wait = StackForm.Wait.DATA;
        } else if (rank.joining() != null) {
            wait = StackForm.Wait.CREATION;
            site = rank.groups().isEmpty() ? ScriptLine.JOIN_WORLD : ScriptLine.JOIN_GROUPS;
        } else {
            wait = call != null ? StackForm.Wait.CALL : StackForm.Wait.DEVICE;
        }
        List<StackForm.Frame> frames = new ArrayList<>(
                form.wait(wait, call == null ? null : call.call().operation()));
        site.callChain().forEach(line -> frames.add(form.frame(line)));
        return frames;
    }
}
