package dev.rollcall.samples.generate.writer.text;

import dev.rollcall.samples.generate.program.SimulatedCall;
import dev.rollcall.samples.generate.program.SimulatedCommunicator;
import dev.rollcall.samples.generate.simulation.RankObserver;
import dev.rollcall.samples.generate.simulation.Simulation;
import dev.rollcall.samples.generate.writer.JobWriter;
import dev.rollcall.samples.generate.writer.RankDamage;
import dev.rollcall.samples.generate.writer.SimulatedProcess;
import dev.rollcall.trace.Operation;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** Writes what NCCL 2.18 logs with {@code NCCL_DEBUG=INFO}, one file a rank: communicators and, if asked, calls. */
public final class NcclLogJobWriter implements JobWriter {
    private final Path folder;
    private final long seed;
    private final RankDamage damage;
    private final boolean calls;

    /**
     * Makes a writer.
     *
     * @param folder an existing folder for the files
     * @param seed the job's seed
     * @param damage what happens to the file of one rank; only its removal does anything
     * @param calls whether the calls are logged, as with {@code NCCL_DEBUG_SUBSYS=INIT,COLL}
     */
    public NcclLogJobWriter(Path folder, long seed, RankDamage damage, boolean calls) {
        this.folder = folder;
        this.seed = seed;
        this.damage = damage;
        this.calls = calls;
    }

    @Override
    public void write(Simulation simulation) throws IOException {
        for (int rank = 0; rank < simulation.ranks(); rank++) {
            if (!damage.removes(rank)) {
                RankLog log = new RankLog(rank);
                simulation.replay(rank, log);
                SimulatedProcess process = new SimulatedProcess(rank);
                Path file = folder.resolve("nccl." + process.host() + "." + process.pid() + ".log");
                new JobLog(seed).write(file, log.text.toString(), simulation.end());
            }
        }
    }

    /** The log of one rank. */
    private final class RankLog implements RankObserver {
        private final NcclCommunicators communicators = new NcclCommunicators(seed);
        private final SimulatedProcess process;
        private final StringBuilder text = new StringBuilder();
        private final List<SimulatedCommunicator> groups = new ArrayList<>();
        private final Set<Integer> pending = new HashSet<>();
        private int operations;

        private RankLog(int rank) {
            process = new SimulatedProcess(rank);
            info("NCCL version 2.18.5+cuda12.2");
        }

        private void info(String message) {
            text.append(String.format(
                    Locale.ROOT,
                    "%s:%d:%d [%d] NCCL INFO %s%n",
                    process.host(),
                    process.pid(),
                    process.pid(),
                    process.localRank(),
                    message));
        }

        private String address(SimulatedCommunicator group) {
            return "0x" + Long.toHexString(communicators.address(group, process.rank()));
        }

        private void creation(SimulatedCommunicator group, String state) {
            info(String.format(
                    Locale.ROOT,
                    "ncclCommInitRank comm %s rank %d nranks %d cudaDev %d nvmlDev %d busId %d000 commId 0x%x - Init %s",
                    address(group),
                    group.communicatorRank(process.rank()),
                    group.size(),
                    process.localRank(),
                    process.localRank(),
                    process.localRank() + 1,
                    communicators.id(group),
                    state));
        }

        @Override
        public void joining(SimulatedCommunicator group, String rendezvous, long nanos) {
            creation(group, "START");
        }

        @Override
        public void joined(SimulatedCommunicator group, long nanos) {
            creation(group, "COMPLETE");
            groups.add(group);
        }

        @Override
        public void issued(int number, SimulatedCommunicator group, SimulatedCall call, long sequence, long nanos) {
            pending.add(number);
            if (calls) {
                info(String.format(
                        Locale.ROOT,
                        "%s: opCount %x sendbuff 0x7f70 recvbuff 0x7f80 count %d datatype %d op %d root %d comm %s [nranks=%d]"
                                + " stream 0x3b955e0",
                        function(call.operation()),
                        operations++,
                        call.operation() == Operation.ALL_GATHER ? call.countIn() : call.countOut(),
                        type(call),
                        0,
                        Math.max(0, call.rootOrPeer()),
                        address(group),
                        group.size()));
            }
        }

        @Override
        public void completed(int number, long nanos) {
            pending.remove(number);
        }

        /** Destroying a communicator waits for the calls on it. */
        @Override
        public void finished(long nanos) {
            for (SimulatedCommunicator group : pending.isEmpty() ? groups : List.<SimulatedCommunicator>of()) {
                info(String.format(
                        Locale.ROOT,
                        "comm %s rank %d nranks %d cudaDev %d busId %d000 - Destroy COMPLETE",
                        address(group),
                        group.communicatorRank(process.rank()),
                        group.size(),
                        process.localRank(),
                        process.localRank() + 1));
            }
        }

        /** NCCL makes a barrier by summing one number. */
        private static String function(Operation operation) {
            return switch (operation) {
                case BROADCAST -> "Broadcast";
                case REDUCE -> "Reduce";
                case ALL_GATHER -> "AllGather";
                case REDUCE_SCATTER -> "ReduceScatter";
                case ALL_TO_ALL -> "AllToAll";
                case SEND -> "Send";
                case RECEIVE -> "Recv";
                default -> "AllReduce";
            };
        }

        private static int type(SimulatedCall call) {
            return switch (call.type()) {
                case F64 -> 8;
                case BF16 -> 9;
                case F16 -> 6;
                default -> 7;
            };
        }
    }
}
