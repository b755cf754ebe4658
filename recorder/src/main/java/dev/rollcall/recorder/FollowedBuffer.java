package dev.rollcall.recorder;

import dev.rollcall.trace.BufferHolderKind;
import java.util.Arrays;

/**
 * Memory that collectives use, and its last use. Thread-safe: the fields of a use are written by the thread that makes the call,
 * but for the time of completion.
 */
final class FollowedBuffer {
    /** One use by a call, which ends the one before: a buffer that is used again in each step is not dead weight. */
    static final class Use {
        final BufferSite site;
        final long position;
        /** The buffer of the results, if the call has another buffer for them; null otherwise. */
        final Use further;

        private volatile BufferHolder[] holders;
        /** How many steps had begun when the call completed, -1 before that. */
        volatile long completed = -1;

        /**
         * Makes a use.
         *
         * @param holders what holds the buffer; none where that is its allocation
         */
        Use(BufferSite site, long position, Use further, BufferHolder... holders) {
            this.site = site;
            this.position = position;
            this.further = further;
            this.holders = holders;
        }

        void heldBy(BufferHolder more) {
            BufferHolder[] grown = Arrays.copyOf(holders, holders.length + 1);
            grown[holders.length] = more;
            holders = grown;
        }

        /** Returns what holds the buffer, null where nothing does. */
        BufferHolderKind holder() {
            BufferHolder[] all = holders;
            if (all.length == 0) {
                return BufferHolderKind.ALLOCATION;
            }
            BufferHolderKind found = null;
            for (BufferHolder each : all) {
                if (each.isOpen() && (found == null || each.kind() == BufferHolderKind.TENSOR)) {
                    found = each.kind();
                }
            }
            return found;
        }
    }

    final long address;
    final long bytes;
    volatile Use use;

    FollowedBuffer(long address, long bytes) {
        this.address = address;
        this.bytes = bytes;
    }
}
