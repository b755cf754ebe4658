package dev.rollcall.analyzer.input.job;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.rollcall.analyzer.input.MembershipEvidence;
import dev.rollcall.analyzer.model.Communicator;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class CommunicatorAssemblerTest {
    private static MembershipEvidence membership(String identity, int size) {
        return MembershipEvidence.builder(identity).size(size).globalRank(0).build();
    }

    @Test
    void communicatorsOfUnknownSizeLeaveNoRoomForMoreMembers() {
        CommunicatorAssembler assembler = new CommunicatorAssembler(-1, Set.of());
        assembler.add(0, List.of(membership("a", -1), membership("b", -1), membership("c", (1 << 24) + 1)));

        List<Communicator> communicators = assembler.communicators();

        assertEquals(0, communicators.get(2).members().size());
    }
}
