package dev.rollcall.analyzer.report;

import dev.rollcall.analyzer.model.Communicator;
import dev.rollcall.analyzer.model.ProcessTrace;
import java.util.List;

/**
 * Which part of a file is shown.
 *
 * @param last how many calls at most, the last ones
 * @param communicator the name or identity of the only communicator to show; null for all
 * @param stacks whether whole stacks are shown
 */
public record Selection(long last, String communicator, boolean stacks) {

    /** Returns the communicators of a process that are shown. */
    public List<Communicator> communicators(ProcessTrace process) {
        return process.communicators().stream().filter(this::holds).toList();
    }

    private boolean holds(Communicator shown) {
        return communicator == null
                || shown.name().equals(communicator)
                || shown.identity().equals(communicator);
    }
}
