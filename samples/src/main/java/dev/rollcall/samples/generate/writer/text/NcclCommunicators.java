package dev.rollcall.samples.generate.writer.text;

import dev.rollcall.samples.generate.program.SimulatedCommunicator;

/** The NCCL communicators of a job's groups. Immutable and thread-safe. */
record NcclCommunicators(long seed) {

    /** Returns the id that all members of a group print. */
    long id(SimulatedCommunicator group) {
        return mixed(group.number());
    }

    /** Returns the address of a member's communicator. */
    long address(SimulatedCommunicator group, int rank) {
        return 0x1000_0000L + (mixed(group.number() * 70_001L + rank + 1) & 0x3FFF_FFF0L);
    }

    private long mixed(long number) {
        long mixed = (seed + 1) * 0x9E37_79B9_7F4A_7C15L + number * 0xD1B5_4A32_D192_ED03L;
        mixed = (mixed ^ mixed >>> 30) * 0xBF58_476D_1CE4_E5B9L;
        return mixed ^ mixed >>> 27;
    }
}
