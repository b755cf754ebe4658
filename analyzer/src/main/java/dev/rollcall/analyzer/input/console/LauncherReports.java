package dev.rollcall.analyzer.input.console;

import java.util.Set;
import java.util.function.BooleanSupplier;

/** What launchers, batch systems and hosts write of the processes of a job, in the last attempt. Not thread-safe. */
final class LauncherReports {
    final ElasticReport elastic = new ElasticReport();
    final LauncherKills kills = new LauncherKills();
    final HostKills hostKills = new HostKills();
    final WorldSize worldSize = new WorldSize();

    /**
     * Adds a line.
     *
     * @param kinds what its words show
     * @param host the host in its prefix; empty where none is
     * @param failed whether a rank already failed for another reason or waits too long
     */
    void add(Set<MessageKind> kinds, String text, String host, BooleanSupplier failed) {
        for (MessageKind kind : kinds) {
            switch (kind) {
                case ELASTIC -> elastic.add(text);
                case WORLD_SIZE -> worldSize.add(text);
                case WORLD_SIZE_OF_PROGRAM -> worldSize.addOfProgram(text);
                case WORLD_SIZE_OF_COMMAND -> worldSize.addCommand(text);
                case WORLD_SIZE_OF_SETTING -> worldSize.addSetting(text);
                case LAUNCHER_IN_TASK -> kills.addLauncher(text);
                case TASK_END -> kills.add(text, () -> elastic.ending() || failed.getAsBoolean());
                case HOST_KILL -> hostKills.add(text, host);
                default -> {
                    // Of a rank.
                }
            }
        }
    }

    /** Returns whether a person or the scheduler ended the job before a process failed. */
    boolean interrupted() {
        return elastic.interrupted() || kills.interrupted();
    }

    /** Returns whether a launcher began to end the processes. */
    boolean ending() {
        return elastic.ending() || kills.cancelled();
    }

    void restarted() {
        elastic.restarted();
        kills.restarted();
        hostKills.restarted();
        worldSize.restarted();
    }
}
