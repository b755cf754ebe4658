package dev.rollcall.analyzer.input.nccl;

import java.util.ArrayList;
import java.util.List;

/** Writes the log of one rank as one version of NCCL does. */
public final class WrittenLog {
    private final List<String> lines = new ArrayList<>();
    private final Form form;
    private final int rank;
    private final int world;
    private int second;

    /** How a version of NCCL and a launcher write a line. */
    public enum Form {
        NCCL_2_3("", " - COMPLETE", false),
        NCCL_2_8("", " cudaDev %d busId %d000 - Init COMPLETE", false),
        NCCL_2_18(
                "ncclCommInitRank ",
                " cudaDev %d nvmlDev %1$d busId %d000 commId 0xc446e1b272e88fa2 - Init COMPLETE",
                true),
        NCCL_2_28(
                "ncclCommInitRankConfig ",
                " cudaDev %d nvmlDev %1$d busId %d000 commId 0xc446e1b272e88fa2 - Init COMPLETE",
                true),
        NCCL_2_29(
                "[Rank 0] ncclCommInitRank ",
                " cudaDev %d nvmlDev %1$d busId %d000 commId 0xc446e1b272e88fa2 - Init COMPLETE",
                true),
        RCCL(
                "ncclCommInitRank ",
                " cudaDev %d busId %d000 commId 0xc446e1b272e88fa2 localSize 56 used 1024 bytes - Init COMPLETE",
                false);

        private final String before;
        private final String after;
        private final boolean begins;

        Form(String before, String after, boolean begins) {
            this.before = before;
            this.after = after;
            this.begins = begins;
        }
    }

    public WrittenLog(Form form, int rank, int world) {
        this.form = form;
        this.rank = rank;
        this.world = world;
    }

    /** Creates the communicator of all ranks. */
    public WrittenLog join() {
        info("NET/Socket : Using [0]eth0:192.0.2.2<0>");
        String made = form.before + "comm " + address() + " rank " + rank + " nranks " + world
                + String.format(form.after, rank % 8, rank + 1);
        if (form.begins) {
            info(made.replace("COMPLETE", "START"));
        }
        info(made);
        return this;
    }

    public WrittenLog steps(int count) {
        for (int step = 0; step < count; step++) {
            call("AllReduce", 1024, 7, 0, 0);
        }
        return this;
    }

    public WrittenLog call(String function, long count, int type, int operation, int root) {
        String call =
                function + ": opCount " + Integer.toHexString(lines.size()) + " sendbuff 0x7f70 recvbuff (nil) count "
                        + count + " datatype " + type + " op " + operation + " root " + root + " comm " + address()
                        + " [nranks="
                        + world + "] stream 0x3b955e0";
        return info(form == Form.RCCL ? call + " task 0 globalrank " + rank : call);
    }

    /** Ends the communicator: by {@code Destroy}, in order, or by {@code Abort}. */
    public WrittenLog end(String how) {
        return info("comm " + address() + " rank " + rank + " nranks " + world + " cudaDev " + rank % 8
                + " busId 1000 - " + how + " COMPLETE");
    }

    public WrittenLog info(String text) {
        return message("NCCL INFO " + text);
    }

    public WrittenLog warn(String text) {
        return message("misc/socket.cc:47 NCCL WARN " + text);
    }

    private WrittenLog message(String text) {
        second++;
        String time = form.compareTo(Form.NCCL_2_28) >= 0 && form != Form.RCCL
                ? String.format("[2026-11-20 22:%02d:%02d.250078] ", 10 + second / 60, second % 60)
                : "";
        lines.add(time + "node0:" + (4000 + rank) + ":" + (4000 + rank) + " [" + rank % 8 + "] " + text);
        return this;
    }

    /** Moves the clock on. */
    public WrittenLog wait(int seconds) {
        second += seconds;
        return this;
    }

    public List<String> lines() {
        return lines;
    }

    private String address() {
        return "0x" + Integer.toHexString(0x1f65f9d0 + rank * 4096);
    }
}
