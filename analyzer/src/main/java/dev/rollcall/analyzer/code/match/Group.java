package dev.rollcall.analyzer.code.match;

import dev.rollcall.analyzer.code.value.Value;
import java.util.List;

/**
 * A communicator as one rank sees it.
 *
 * @param communicator its value on the rank
 * @param members its ranks, ascending; all where they are not known
 * @param known whether the members are known
 */
record Group(Value communicator, List<Integer> members, boolean known) {
    /** Returns whether a rank has no communicator, and so cannot call. */
    boolean isNull() {
        return communicator.equals(Value.Constant.NULL);
    }

    /** Makes the list immutable. */
    Group {
        members = List.copyOf(members);
    }
}
