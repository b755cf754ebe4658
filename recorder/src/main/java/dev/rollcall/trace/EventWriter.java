package dev.rollcall.trace;

/**
 * Writes the events that are rarer than calls, each from its record.
 *
 * <p>Thread-safe. Every method returns the event's position, {@link Ring#NONE} where no slot was free.
 */
public final class EventWriter {
    private final CallRing calls;
    private final CopyRing copies;

    EventWriter(CallRing calls, CopyRing copies) {
        this.calls = calls;
        this.copies = copies;
    }

    /** Writes the start or the end of a group. */
    public long write(GroupEvent event) {
        return SlotWriter.claim(calls, event.tag())
                .putLong(GroupDescriptor.TIME_OFFSET, event.time())
                .putInt(GroupDescriptor.GROUP_OFFSET, event.group())
                .putInt(GroupDescriptor.CALLS_OFFSET, event.calls())
                .putInt(GroupDescriptor.STACK_OFFSET, event.stack())
                .putInt(GroupDescriptor.THREAD_OFFSET, event.thread())
                .putInt(GroupDescriptor.FUNCTION_OFFSET, event.function())
                .putInt(GroupDescriptor.TEXT_OFFSET, event.text())
                .publish();
    }

    /** Writes a turn in a communicator's life. */
    public long write(CommunicatorEvent event) {
        return SlotWriter.claim(calls, event.tag())
                .putLong(CommunicatorEventDescriptor.TIME_OFFSET, event.time())
                .putInt(CommunicatorEventDescriptor.COMMUNICATOR_OFFSET, event.communicator())
                .putInt(CommunicatorEventDescriptor.PARENT_OFFSET, event.parent())
                .putInt(CommunicatorEventDescriptor.PHASE_OFFSET, event.phase().code())
                .putInt(CommunicatorEventDescriptor.SIZE_OFFSET, event.size())
                .putInt(CommunicatorEventDescriptor.RANK_OFFSET, event.rank())
                .putInt(CommunicatorEventDescriptor.SPLIT_COLOUR_OFFSET, event.splitColour())
                .putInt(CommunicatorEventDescriptor.SPLIT_KEY_OFFSET, event.splitKey())
                .putInt(CommunicatorEventDescriptor.SPLIT_ORDINAL_OFFSET, event.splitOrdinal())
                .putInt(CommunicatorEventDescriptor.IDENTITY_OFFSET, event.identity())
                .putInt(CommunicatorEventDescriptor.NAME_OFFSET, event.name())
                .putInt(CommunicatorEventDescriptor.STACK_OFFSET, event.stack())
                .putInt(CommunicatorEventDescriptor.THREAD_OFFSET, event.thread())
                .putInt(CommunicatorEventDescriptor.FUNCTION_OFFSET, event.function())
                .putInt(CommunicatorEventDescriptor.TEXT_OFFSET, event.text())
                .publish();
    }

    /** Writes the use or the release of a collective's buffer. */
    public long write(BufferEvent event) {
        return SlotWriter.claim(copies, event.tag())
                .putLong(BufferDescriptor.TIME_OFFSET, event.time())
                .putLong(BufferDescriptor.ADDRESS_OFFSET, event.address())
                .putLong(BufferDescriptor.BYTES_OFFSET, event.bytes())
                .putLong(BufferDescriptor.CALL_OFFSET, event.call() + 1)
                .putInt(BufferDescriptor.DEVICE_OFFSET, event.device())
                .putInt(BufferDescriptor.USE_OFFSET, event.use().code())
                .putInt(BufferDescriptor.COMMUNICATOR_OFFSET, event.communicator())
                .putInt(BufferDescriptor.STACK_OFFSET, event.stack())
                .putInt(BufferDescriptor.THREAD_OFFSET, event.thread())
                .publish();
    }

    /** Writes an error of a device. */
    public long write(DeviceErrorEvent event) {
        return SlotWriter.claim(calls, event.tag())
                .putLong(DeviceErrorDescriptor.TIME_OFFSET, event.time())
                .putLong(DeviceErrorDescriptor.STREAM_OFFSET, event.stream())
                .putLong(DeviceErrorDescriptor.LAST_GOOD_OFFSET, event.lastGood() + 1)
                .putLong(DeviceErrorDescriptor.FIRST_BAD_OFFSET, event.firstBad() + 1)
                .putInt(DeviceErrorDescriptor.DEVICE_OFFSET, event.device())
                .putInt(DeviceErrorDescriptor.CODE_OFFSET, event.code())
                .putInt(DeviceErrorDescriptor.NAME_OFFSET, event.name())
                .putInt(DeviceErrorDescriptor.TEXT_OFFSET, event.text())
                .putInt(DeviceErrorDescriptor.STACK_OFFSET, event.stack())
                .putInt(DeviceErrorDescriptor.THREAD_OFFSET, event.thread())
                .publish();
    }

    /** Writes a step's mark. */
    public long write(StepEvent event) {
        return SlotWriter.claim(calls, event.tag())
                .putLong(StepDescriptor.TIME_OFFSET, event.time())
                .putLong(StepDescriptor.NUMBER_OFFSET, event.number())
                .putInt(StepDescriptor.NAME_OFFSET, event.name())
                .putInt(StepDescriptor.THREAD_OFFSET, event.thread())
                .publish();
    }

    /** Writes one thread of a snapshot. */
    public long write(ThreadEvent event) {
        return SlotWriter.claim(calls, event.tag())
                .putLong(ThreadDescriptor.TIME_OFFSET, event.time())
                .putLong(ThreadDescriptor.THREAD_ID_OFFSET, event.threadId())
                .putInt(ThreadDescriptor.SNAPSHOT_OFFSET, event.snapshot())
                .putInt(ThreadDescriptor.THREADS_OFFSET, event.threads())
                .putInt(ThreadDescriptor.THREAD_OFFSET, event.thread())
                .putInt(ThreadDescriptor.STATE_OFFSET, event.state().code())
                .putInt(ThreadDescriptor.STACK_OFFSET, event.stack())
                .putInt(ThreadDescriptor.LOCK_OFFSET, event.lock())
                .putInt(ThreadDescriptor.LOCK_OWNER_OFFSET, event.lockOwner())
                .putInt(ThreadDescriptor.DAEMON_OFFSET, event.daemon() ? 1 : 0)
                .publish();
    }

    /** Writes the end of the process or of a thread. */
    public long write(EndEvent event) {
        return SlotWriter.claim(calls, event.tag())
                .putLong(EndDescriptor.TIME_OFFSET, event.time())
                .putInt(EndDescriptor.KIND_OFFSET, event.kind().code())
                .putInt(EndDescriptor.EXIT_CODE_OFFSET, event.exitCode())
                .putInt(EndDescriptor.HAS_EXIT_CODE_OFFSET, event.hasExitCode() ? 1 : 0)
                .putInt(EndDescriptor.EXCEPTION_OFFSET, event.exception())
                .putInt(EndDescriptor.TEXT_OFFSET, event.text())
                .putInt(EndDescriptor.THREAD_OFFSET, event.thread())
                .putInt(EndDescriptor.STACK_OFFSET, event.stack())
                .publish();
    }

    /**
     * Writes a copy that was issued; its state, end and check are ignored, and told later by {@link CopyRing#completed} or
     * {@link CopyRing#failed}.
     */
    public long write(CopyEvent event) {
        SlotWriter body = SlotWriter.claim(copies, event.tag())
                .putLong(CopyDescriptor.ENQUEUED_OFFSET, event.enqueued())
                .putLong(CopyDescriptor.BYTES_OFFSET, event.bytes())
                .putInt(CopyDescriptor.ROWS_OFFSET, (int) event.rows())
                .putLong(CopyDescriptor.SOURCE_POINTER_OFFSET, event.sourcePointer())
                .putLong(CopyDescriptor.DESTINATION_POINTER_OFFSET, event.destinationPointer())
                .putLong(CopyDescriptor.SOURCE_PITCH_OFFSET, event.sourcePitch())
                .putLong(CopyDescriptor.DESTINATION_PITCH_OFFSET, event.destinationPitch())
                .putLong(CopyDescriptor.STREAM_OFFSET, event.stream())
                .putShort(CopyDescriptor.SOURCE_DEVICE_OFFSET, event.sourceDevice())
                .putShort(CopyDescriptor.DESTINATION_DEVICE_OFFSET, event.destinationDevice())
                .put(CopyDescriptor.KIND_OFFSET, event.kind().code())
                .put(CopyDescriptor.PATH_OFFSET, event.path().code())
                .putInt(CopyDescriptor.STACK_OFFSET, event.stack())
                .putInt(CopyDescriptor.THREAD_OFFSET, event.thread())
                .putInt(CopyDescriptor.FUNCTION_OFFSET, event.function())
                .putInt(CopyDescriptor.TEXT_OFFSET, event.text());
        if (event.volume() != null && body.position() >= 0) {
            body.putInt(CopyDescriptor.CONTINUED_AFTER_OFFSET, continued(body.position(), event.volume()));
        }
        return body.publish();
    }

    /** Writes the third dimension, before the copy that refers to it is seen; returns how many positions later it is. */
    private int continued(long copy, CopyVolume volume) {
        SlotWriter body = SlotWriter.claim(copies, EventTag.CONTINUATION);
        if (body.position() < 0) {
            return 0;
        }
        long position = body.putLong(CopyDescriptor.CONTINUES_OFFSET, copy)
                .putLong(CopyDescriptor.DEPTH_OFFSET, volume.depth())
                .putLong(CopyDescriptor.SOURCE_HEIGHT_OFFSET, volume.sourceHeight())
                .putLong(CopyDescriptor.DESTINATION_HEIGHT_OFFSET, volume.destinationHeight())
                .putLong(CopyDescriptor.SOURCE_ORIGIN_OFFSET, volume.sourceX())
                .putLong(CopyDescriptor.SOURCE_ORIGIN_OFFSET + 8, volume.sourceY())
                .putLong(CopyDescriptor.SOURCE_ORIGIN_OFFSET + 16, volume.sourceZ())
                .putLong(CopyDescriptor.DESTINATION_ORIGIN_OFFSET, volume.destinationX())
                .putLong(CopyDescriptor.DESTINATION_ORIGIN_OFFSET + 8, volume.destinationY())
                .putLong(CopyDescriptor.DESTINATION_ORIGIN_OFFSET + 16, volume.destinationZ())
                .publish();
        return (int) (position - copy);
    }
}
