package dev.rollcall.trace;

import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Reads the communicator table. Thread-safe. */
final class CommunicatorTableReader {
    private final ByteBuffer memory;
    private final FileLayout layout;
    private final HeapReader heap;
    private final RingReader calls;

    CommunicatorTableReader(ByteBuffer memory, FileLayout layout, HeapReader heap, RingReader calls) {
        this.memory = memory;
        this.layout = layout;
        this.heap = heap;
        this.calls = calls;
    }

    List<CommunicatorEntry> entries() {
        List<CommunicatorEntry> entries = new ArrayList<>();
        MemberListCache members = new MemberListCache(heap, layout);
        int used = memory.getInt(HeaderDescriptor.COMMUNICATORS_USED_OFFSET);
        for (int index = 1; index <= used && present(index); index++) {
            int phase = AtomicWords.getIntAcquire(memory, entry(index) + CommunicatorDescriptor.PHASE_OFFSET);
            if (phase != 0) {
                entries.add(read(index, CommunicatorPhase.ofCode(phase), members));
            }
        }
        return List.copyOf(entries);
    }

    /** Returns the identities of the communicators that have one; much cheaper than the entries, which hold all members. */
    List<String> identities() {
        List<String> identities = new ArrayList<>();
        int used = memory.getInt(HeaderDescriptor.COMMUNICATORS_USED_OFFSET);
        for (int index = 1; index <= used && present(index); index++) {
            int entry = entry(index);
            String identity = heap.string(memory.getInt(entry + CommunicatorDescriptor.IDENTITY_OFFSET));
            if (AtomicWords.getIntAcquire(memory, entry + CommunicatorDescriptor.PHASE_OFFSET) != 0
                    && !identity.isEmpty()) {
                identities.add(identity);
            }
        }
        return identities;
    }

    private boolean present(int index) {
        return index >= 1
                && index <= layout.communicators()
                && entry(index) <= memory.limit() - CommunicatorDescriptor.LENGTH;
    }

    private int entry(int index) {
        return layout.table() + (index - 1) * CommunicatorDescriptor.LENGTH;
    }

    private CommunicatorEntry read(int index, CommunicatorPhase phase, MemberListCache members) {
        int entry = entry(index);
        return new CommunicatorEntry(
                index,
                phase,
                heap.string(memory.getInt(entry + CommunicatorDescriptor.IDENTITY_OFFSET)),
                heap.string(memory.getInt(entry + CommunicatorDescriptor.NAME_OFFSET)),
                heap.string(memory.getInt(entry + CommunicatorDescriptor.LIBRARY_OFFSET)),
                memory.getInt(entry + CommunicatorDescriptor.SIZE_OFFSET),
                memory.getInt(entry + CommunicatorDescriptor.RANK_OFFSET),
                memory.getInt(entry + CommunicatorDescriptor.GLOBAL_RANK_OFFSET),
                memory.getInt(entry + CommunicatorDescriptor.DEVICE_OFFSET),
                memory.getLong(entry + CommunicatorDescriptor.HANDLE_OFFSET),
                memory.getLong(entry + CommunicatorDescriptor.CREATION_TIME_OFFSET),
                memory.getLong(entry + CommunicatorDescriptor.JOINED_OFFSET),
                memory.getLong(entry + CommunicatorDescriptor.LEFT_OFFSET),
                members.of(memory.getInt(entry + CommunicatorDescriptor.MEMBERS_OFFSET)),
                memory.getInt(entry + CommunicatorDescriptor.PARENT_OFFSET),
                memory.getInt(entry + CommunicatorDescriptor.SPLIT_ORDINAL_OFFSET),
                memory.getInt(entry + CommunicatorDescriptor.SPLIT_COLOUR_OFFSET),
                memory.getInt(entry + CommunicatorDescriptor.CREATION_STACK_OFFSET),
                memory.getInt(entry + CommunicatorDescriptor.CREATION_THREAD_OFFSET),
                heap.string(memory.getInt(entry + CommunicatorDescriptor.FAILURE_OFFSET)),
                lane(entry, CommunicatorDescriptor.COLLECTIVES),
                lane(entry, CommunicatorDescriptor.POINT_TO_POINT));
    }

    private LaneSummary lane(int entry, int kind) {
        int lane = CommunicatorDescriptor.lane(entry, kind);
        return new LaneSummary(
                memory.getLong(lane + CommunicatorDescriptor.LAST_ENQUEUED_OFFSET),
                memory.getLong(lane + CommunicatorDescriptor.LAST_STARTED_OFFSET),
                memory.getLong(lane + CommunicatorDescriptor.LAST_COMPLETED_OFFSET),
                memory.getLong(lane + CommunicatorDescriptor.OLDEST_PENDING_OFFSET) - 1,
                carried(CommunicatorDescriptor.carried(entry, kind)));
    }

    /** Returns the pending call that was carried to a place; null if there is none or the ring still holds it. */
    private RecordedEvent carried(int place) {
        long position = SlotDescriptor.carriedPosition(AtomicWords.getAcquire(memory, place));
        // While its slot is being taken a call is in both places, and the slot is what updates go to.
        if (calls.event(position) != null) {
            return null;
        }
        SlotReader view = new SlotReader();
        boolean pending = view.load(memory, place)
                && SlotDescriptor.carriedPosition(view.control()) == position
                && !view.has(SlotDescriptor.ENDED);
        return pending ? new RecordedEvent(position, EventDecoder.call(view)) : null;
    }

    /** Returns the newest lists of a communicator, the newest first; at most two. */
    List<NewestLists> newestLists(int index) {
        List<NewestLists> lists = new ArrayList<>();
        if (present(index)) {
            int region = memory.getInt(entry(index) + CommunicatorDescriptor.NEWEST_LISTS_OFFSET);
            int content = heap.content(region, HeapDescriptor.NEWEST_LISTS);
            for (int area = 0; content >= 0 && area < NewestListsDescriptor.AREAS; area++) {
                NewestLists newest = area(content, area);
                if (newest != null) {
                    lists.add(newest);
                }
            }
        }
        lists.sort(Comparator.comparingLong(NewestLists::sequence).reversed());
        return lists;
    }

    private NewestLists area(int content, int area) {
        int length = heap.length(content);
        int capacity = memory.getInt(content + NewestListsDescriptor.CAPACITY_OFFSET);
        long whole = NewestListsDescriptor.AREAS_OFFSET
                + (long) NewestListsDescriptor.AREAS
                        * (NewestListsDescriptor.VALUES_OFFSET + (long) capacity * Long.BYTES);
        if (capacity < 0 || whole > length) {
            return null;
        }
        int at = content + NewestListsDescriptor.AREAS_OFFSET + area * NewestListsDescriptor.areaLength(capacity);
        long version = AtomicWords.getAcquire(memory, at + NewestListsDescriptor.VERSION_OFFSET);
        int inputs = memory.getInt(at + NewestListsDescriptor.INPUT_COUNT_OFFSET);
        int outputs = memory.getInt(at + NewestListsDescriptor.OUTPUT_COUNT_OFFSET);
        if (version == 0 || (version & 1) != 0 || inputs < 0 || outputs < 0 || (long) inputs + outputs > capacity) {
            return null;
        }
        int values = at + NewestListsDescriptor.VALUES_OFFSET;
        NewestLists read = new NewestLists(
                memory.getLong(at + NewestListsDescriptor.SEQUENCE_OFFSET),
                memory.getLong(at + NewestListsDescriptor.HASH_OFFSET),
                heap.longs(values, inputs),
                heap.longs(values + inputs * Long.BYTES, outputs));
        VarHandle.loadLoadFence();
        return AtomicWords.getAcquire(memory, at + NewestListsDescriptor.VERSION_OFFSET) == version ? read : null;
    }
}
