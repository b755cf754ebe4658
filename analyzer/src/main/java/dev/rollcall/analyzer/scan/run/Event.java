package dev.rollcall.analyzer.scan.run;

import dev.rollcall.analyzer.verdict.CodeFinding.CodePlace;
import java.util.List;
import java.util.Map;

/**
 * One collective of one rank.
 *
 * @param instance which call this is, equal on all ranks that came here the same way
 * @param group its communicator
 * @param operation the catalogue's label, such as {@code all_reduce}
 * @param fields what must agree besides, as far as the program tells
 * @param operands all that it was called with
 * @param stack where it was called, innermost first
 * @param open the branches that it is inside of
 * @param named for a communicator's birth the branches inside which its name was made; null otherwise
 */
public record Event(
        long instance,
        Group group,
        String operation,
        Map<Field, Value> fields,
        List<Value> operands,
        List<CodePlace> stack,
        Open open,
        Open named) {

    /** What must agree between the ranks of a call. */
    public enum Field {
        ROOT,
        REDUCTION,
        COUNT,
        TYPE
    }

    public CodePlace place() {
        return stack.get(0);
    }
}
