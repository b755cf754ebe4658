package dev.rollcall.trace;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/** Reads the communicator table. Thread-safe. */
final class CommunicatorTableReader {
    private final ByteBuffer memory;
    private final FileLayout layout;
    private final CommunicatorTable table;
    private final HeapReader heap;
    private final RingReader calls;

    CommunicatorTableReader(ByteBuffer memory, FileLayout layout, HeapReader heap, RingReader calls) {
        this.memory = memory;
        this.layout = layout;
        this.table = new CommunicatorTable(memory, layout);
        this.heap = heap;
        this.calls = calls;
    }

    List<CommunicatorEntry> entries() {
        List<CommunicatorEntry> entries = new ArrayList<>();
        MemberListCache members = new MemberListCache(heap, layout);
        int used = table.used();
        for (int index = 1; index <= used && present(index); index++) {
            int phase = AtomicWords.getIntAcquire(memory, table.entry(index) + CommunicatorTable.PHASE_OFFSET);
            if (phase != 0) {
                entries.add(read(index, CommunicatorPhase.ofCode(phase), members));
            }
        }
        return List.copyOf(entries);
    }

    /** Returns the identities of the communicators that have one; much cheaper than the entries, which hold all members. */
    List<String> identities() {
        List<String> identities = new ArrayList<>();
        int used = table.used();
        for (int index = 1; index <= used && present(index); index++) {
            int entry = table.entry(index);
            String identity = string(entry + CommunicatorTable.IDENTITY_OFFSET);
            if (AtomicWords.getIntAcquire(memory, entry + CommunicatorTable.PHASE_OFFSET) != 0 && !identity.isEmpty()) {
                identities.add(identity);
            }
        }
        return identities;
    }

    /** Returns the newest lists of a communicator, the newest first; at most two. */
    List<NewestLists> newestLists(int index) {
        return present(index)
                ? NewestLists.read(
                        memory, heap, memory.getInt(table.entry(index) + CommunicatorTable.NEWEST_LISTS_OFFSET))
                : List.of();
    }

    /** Returns whether there is an entry with this number and the file, which may be truncated, holds it. */
    private boolean present(int index) {
        int entry = table.entry(index);
        return entry >= 0 && entry <= memory.limit() - CommunicatorTable.ENTRY_LENGTH;
    }

    private CommunicatorEntry read(int index, CommunicatorPhase phase, MemberListCache members) {
        int entry = table.entry(index);
        return new CommunicatorEntry(
                index,
                phase,
                string(entry + CommunicatorTable.IDENTITY_OFFSET),
                string(entry + CommunicatorTable.NAME_OFFSET),
                string(entry + CommunicatorTable.LIBRARY_OFFSET),
                memory.getInt(entry + CommunicatorTable.SIZE_OFFSET),
                memory.getInt(entry + CommunicatorTable.RANK_OFFSET),
                memory.getInt(entry + CommunicatorTable.GLOBAL_RANK_OFFSET),
                memory.getInt(entry + CommunicatorTable.DEVICE_OFFSET),
                memory.getLong(entry + CommunicatorTable.HANDLE_OFFSET),
                memory.getLong(entry + CommunicatorTable.CREATION_TIME_OFFSET),
                memory.getLong(entry + CommunicatorTable.CREATION_ENDED_OFFSET),
                memory.getLong(entry + CommunicatorTable.LEFT_OFFSET),
                members.of(memory.getInt(entry + CommunicatorTable.MEMBERS_OFFSET)),
                memory.getInt(entry + CommunicatorTable.PARENT_OFFSET),
                memory.getInt(entry + CommunicatorTable.SPLIT_ORDINAL_OFFSET),
                memory.getInt(entry + CommunicatorTable.SPLIT_COLOUR_OFFSET),
                memory.getInt(entry + CommunicatorTable.CREATION_STACK_OFFSET),
                memory.getInt(entry + CommunicatorTable.CREATION_THREAD_OFFSET),
                string(entry + CommunicatorTable.FAILURE_OFFSET),
                lane(entry, CommunicatorTable.COLLECTIVES),
                lane(entry, CommunicatorTable.POINT_TO_POINT));
    }

    private String string(int offset) {
        return heap.string(memory.getInt(offset));
    }

    private LaneSummary lane(int entry, int lane) {
        int offset = CommunicatorTable.lane(entry, lane);
        return new LaneSummary(
                memory.getLong(offset + CommunicatorTable.LAST_ENQUEUED_OFFSET),
                memory.getLong(offset + CommunicatorTable.LAST_STARTED_OFFSET),
                memory.getLong(offset + CommunicatorTable.LAST_COMPLETED_OFFSET),
                memory.getLong(offset + CommunicatorTable.OLDEST_PENDING_OFFSET) - 1,
                carried(CommunicatorTable.carried(entry, lane)));
    }

    /** Returns the pending call that was carried to a place; null if there is none or the ring still holds it. */
    private RecordedEvent carried(int place) {
        long position = Slot.carriedPosition(AtomicWords.getAcquire(memory, place));
        // While its slot is being taken a call is in both places, and updates go to the slot.
        if (calls.event(position) != null) {
            return null;
        }
        SlotReader slot = new SlotReader();
        boolean pending =
                slot.load(memory, place) && Slot.carriedPosition(slot.control()) == position && !slot.has(Slot.ENDED);
        return pending ? new RecordedEvent(position, CallEvent.read(slot)) : null;
    }
}
