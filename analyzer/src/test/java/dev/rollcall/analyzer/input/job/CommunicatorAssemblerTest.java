package dev.rollcall.analyzer.input.job;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.rollcall.analyzer.input.MembershipEvidence;
import dev.rollcall.analyzer.model.CallSequence;
import dev.rollcall.analyzer.model.Communicator;
import dev.rollcall.analyzer.model.JoinRecord;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class CommunicatorAssemblerTest {
    private static final CallSequence NO_CALLS =
            new CallSequence(1, new int[0], new int[0], new byte[0], index -> null);

    private static MembershipEvidence membership(String identity, int size) {
        return new MembershipEvidence(
                identity, "", size, -1, 0, List.of(), JoinRecord.unseen(), NO_CALLS, NO_CALLS, 0, null);
    }

    @Test
    void communicatorsOfUnknownSizeLeaveNoRoomForMoreMembers() {
        CommunicatorAssembler assembler = new CommunicatorAssembler(-1, Set.of());
        assembler.add(0, List.of(membership("a", -1), membership("b", -1), membership("c", (1 << 24) + 1)));

        List<Communicator> communicators = assembler.communicators();

        assertEquals(0, communicators.get(2).members().size());
    }
}
