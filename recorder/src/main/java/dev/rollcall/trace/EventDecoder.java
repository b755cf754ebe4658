package dev.rollcall.trace;

/** Makes records of slots. */
final class EventDecoder {
    private EventDecoder() {}

    static CallEvent call(SlotReader slot) {
        boolean ended = slot.has(SlotDescriptor.COMPLETED | SlotDescriptor.FAILED);
        return new CallEvent(
                slot.state(),
                slot.getLong(CallDescriptor.ENQUEUED_OFFSET),
                slot.has(SlotDescriptor.STARTED) ? slot.getLong(CallDescriptor.STARTED_OFFSET) : 0,
                ended ? slot.getLong(CallDescriptor.ENDED_OFFSET) : 0,
                slot.getLong(CallDescriptor.SEQUENCE_OFFSET),
                slot.getLong(CallDescriptor.COUNT_IN_OFFSET),
                slot.getLong(CallDescriptor.COUNT_OUT_OFFSET),
                slot.getLong(CallDescriptor.LIST_HASH_OFFSET),
                slot.getLong(CallDescriptor.BUFFER_OFFSET),
                slot.getLong(CallDescriptor.STREAM_OFFSET),
                slot.getInt(CallDescriptor.COMMUNICATOR_OFFSET),
                Operation.ofCode(slot.getUnsignedShort(CallDescriptor.OPERATION_OFFSET)),
                ElementType.ofCode(slot.getUnsignedByte(CallDescriptor.TYPE_OFFSET)),
                Reduction.ofCode(slot.getUnsignedByte(CallDescriptor.REDUCTION_OFFSET)),
                slot.getInt(CallDescriptor.ROOT_OR_PEER_OFFSET),
                slot.getInt(CallDescriptor.MESSAGE_TAG_OFFSET),
                slot.getInt(CallDescriptor.STACK_OFFSET),
                slot.getInt(CallDescriptor.THREAD_OFFSET),
                slot.getInt(CallDescriptor.FUNCTION_OFFSET),
                slot.has(SlotDescriptor.FAILED) ? slot.getInt(CallDescriptor.TEXT_OFFSET) : 0,
                slot.getInt(CallDescriptor.INPUT_LIST_OFFSET),
                slot.getInt(CallDescriptor.OUTPUT_LIST_OFFSET),
                slot.getInt(CallDescriptor.GROUP_OFFSET),
                slot.getUnsignedShort(CallDescriptor.FLAGS_OFFSET));
    }

    /** Returns the event of a slot; null for a tag of a later version, and for a continuation. */
    static Event event(SlotReader slot) {
        return switch (EventTag.ofCode(SlotDescriptor.tag(slot.control()))) {
            case CALL -> call(slot);
            case GROUP_START -> group(slot, false);
            case GROUP_END -> group(slot, true);
            case COMMUNICATOR -> communicator(slot);
            case COPY -> copy(slot, null);
            case BUFFER -> buffer(slot);
            case DEVICE_ERROR -> deviceError(slot);
            case STEP ->
                new StepEvent(
                        slot.getLong(StepDescriptor.TIME_OFFSET),
                        slot.getLong(StepDescriptor.NUMBER_OFFSET),
                        slot.getInt(StepDescriptor.NAME_OFFSET),
                        slot.getInt(StepDescriptor.THREAD_OFFSET));
            case THREAD -> thread(slot);
            case END -> end(slot);
            case CONTINUATION, EMPTY -> null;
        };
    }

    private static GroupEvent group(SlotReader slot, boolean end) {
        return new GroupEvent(
                end,
                slot.getLong(GroupDescriptor.TIME_OFFSET),
                slot.getInt(GroupDescriptor.GROUP_OFFSET),
                slot.getInt(GroupDescriptor.CALLS_OFFSET),
                slot.getInt(GroupDescriptor.STACK_OFFSET),
                slot.getInt(GroupDescriptor.THREAD_OFFSET),
                slot.getInt(GroupDescriptor.FUNCTION_OFFSET),
                slot.getInt(GroupDescriptor.TEXT_OFFSET));
    }

    private static CommunicatorEvent communicator(SlotReader slot) {
        return new CommunicatorEvent(
                slot.getLong(CommunicatorEventDescriptor.TIME_OFFSET),
                CommunicatorPhase.ofCode(slot.getInt(CommunicatorEventDescriptor.PHASE_OFFSET)),
                slot.getInt(CommunicatorEventDescriptor.COMMUNICATOR_OFFSET),
                slot.getInt(CommunicatorEventDescriptor.PARENT_OFFSET),
                slot.getInt(CommunicatorEventDescriptor.SIZE_OFFSET),
                slot.getInt(CommunicatorEventDescriptor.RANK_OFFSET),
                slot.getInt(CommunicatorEventDescriptor.SPLIT_COLOUR_OFFSET),
                slot.getInt(CommunicatorEventDescriptor.SPLIT_KEY_OFFSET),
                slot.getInt(CommunicatorEventDescriptor.SPLIT_ORDINAL_OFFSET),
                slot.getInt(CommunicatorEventDescriptor.IDENTITY_OFFSET),
                slot.getInt(CommunicatorEventDescriptor.NAME_OFFSET),
                slot.getInt(CommunicatorEventDescriptor.STACK_OFFSET),
                slot.getInt(CommunicatorEventDescriptor.THREAD_OFFSET),
                slot.getInt(CommunicatorEventDescriptor.FUNCTION_OFFSET),
                slot.getInt(CommunicatorEventDescriptor.TEXT_OFFSET));
    }

    static CopyEvent copy(SlotReader slot, CopyVolume volume) {
        boolean completed = slot.has(SlotDescriptor.COMPLETED);
        boolean failed = slot.has(SlotDescriptor.FAILED);
        return new CopyEvent(
                slot.state(),
                slot.getLong(CopyDescriptor.ENQUEUED_OFFSET),
                completed || failed ? slot.getLong(CopyDescriptor.ENDED_OFFSET) : 0,
                CopyKind.ofCode(slot.getUnsignedByte(CopyDescriptor.KIND_OFFSET)),
                CopyPath.ofCode(slot.getUnsignedByte(CopyDescriptor.PATH_OFFSET)),
                slot.getShort(CopyDescriptor.SOURCE_DEVICE_OFFSET),
                slot.getShort(CopyDescriptor.DESTINATION_DEVICE_OFFSET),
                slot.getLong(CopyDescriptor.SOURCE_POINTER_OFFSET),
                slot.getLong(CopyDescriptor.DESTINATION_POINTER_OFFSET),
                slot.getLong(CopyDescriptor.BYTES_OFFSET),
                Integer.toUnsignedLong(slot.getInt(CopyDescriptor.ROWS_OFFSET)),
                slot.getLong(CopyDescriptor.SOURCE_PITCH_OFFSET),
                slot.getLong(CopyDescriptor.DESTINATION_PITCH_OFFSET),
                volume,
                slot.getLong(CopyDescriptor.STREAM_OFFSET),
                slot.getInt(CopyDescriptor.STACK_OFFSET),
                slot.getInt(CopyDescriptor.THREAD_OFFSET),
                slot.getInt(CopyDescriptor.FUNCTION_OFFSET),
                slot.getInt(CopyDescriptor.TEXT_OFFSET),
                completed ? check(slot) : CopyCheck.NONE);
    }

    private static CopyCheck check(SlotReader slot) {
        return new CopyCheck(
                CopyVerdict.ofCode(slot.getUnsignedByte(CopyDescriptor.VERDICT_OFFSET)),
                slot.getLong(CopyDescriptor.SOURCE_SUM_OFFSET),
                slot.getLong(CopyDescriptor.DESTINATION_SUM_OFFSET),
                slot.getUnsignedByte(CopyDescriptor.BLOCK_SHIFT_OFFSET),
                slot.getInt(CopyDescriptor.FIRST_BAD_BLOCK_OFFSET),
                slot.getInt(CopyDescriptor.BAD_BLOCKS_OFFSET));
    }

    static CopyVolume volume(SlotReader slot) {
        return new CopyVolume(
                slot.getLong(CopyDescriptor.DEPTH_OFFSET),
                slot.getLong(CopyDescriptor.SOURCE_HEIGHT_OFFSET),
                slot.getLong(CopyDescriptor.DESTINATION_HEIGHT_OFFSET),
                slot.getLong(CopyDescriptor.SOURCE_ORIGIN_OFFSET),
                slot.getLong(CopyDescriptor.SOURCE_ORIGIN_OFFSET + 8),
                slot.getLong(CopyDescriptor.SOURCE_ORIGIN_OFFSET + 16),
                slot.getLong(CopyDescriptor.DESTINATION_ORIGIN_OFFSET),
                slot.getLong(CopyDescriptor.DESTINATION_ORIGIN_OFFSET + 8),
                slot.getLong(CopyDescriptor.DESTINATION_ORIGIN_OFFSET + 16));
    }

    private static BufferEvent buffer(SlotReader slot) {
        return new BufferEvent(
                slot.getLong(BufferDescriptor.TIME_OFFSET),
                BufferUse.ofCode(slot.getInt(BufferDescriptor.USE_OFFSET)),
                slot.getLong(BufferDescriptor.ADDRESS_OFFSET),
                slot.getLong(BufferDescriptor.BYTES_OFFSET),
                slot.getInt(BufferDescriptor.DEVICE_OFFSET),
                slot.getLong(BufferDescriptor.CALL_OFFSET) - 1,
                slot.getInt(BufferDescriptor.COMMUNICATOR_OFFSET),
                slot.getInt(BufferDescriptor.STACK_OFFSET),
                slot.getInt(BufferDescriptor.THREAD_OFFSET));
    }

    private static DeviceErrorEvent deviceError(SlotReader slot) {
        return new DeviceErrorEvent(
                slot.getLong(DeviceErrorDescriptor.TIME_OFFSET),
                slot.getInt(DeviceErrorDescriptor.DEVICE_OFFSET),
                slot.getInt(DeviceErrorDescriptor.CODE_OFFSET),
                slot.getInt(DeviceErrorDescriptor.NAME_OFFSET),
                slot.getInt(DeviceErrorDescriptor.TEXT_OFFSET),
                slot.getLong(DeviceErrorDescriptor.STREAM_OFFSET),
                slot.getLong(DeviceErrorDescriptor.LAST_GOOD_OFFSET) - 1,
                slot.getLong(DeviceErrorDescriptor.FIRST_BAD_OFFSET) - 1,
                slot.getInt(DeviceErrorDescriptor.STACK_OFFSET),
                slot.getInt(DeviceErrorDescriptor.THREAD_OFFSET));
    }

    private static ThreadEvent thread(SlotReader slot) {
        return new ThreadEvent(
                slot.getLong(ThreadDescriptor.TIME_OFFSET),
                slot.getInt(ThreadDescriptor.SNAPSHOT_OFFSET),
                slot.getInt(ThreadDescriptor.THREADS_OFFSET),
                slot.getLong(ThreadDescriptor.THREAD_ID_OFFSET),
                slot.getInt(ThreadDescriptor.THREAD_OFFSET),
                slot.getInt(ThreadDescriptor.DAEMON_OFFSET) == 1,
                ThreadState.ofCode(slot.getInt(ThreadDescriptor.STATE_OFFSET)),
                slot.getInt(ThreadDescriptor.STACK_OFFSET),
                slot.getInt(ThreadDescriptor.LOCK_OFFSET),
                slot.getInt(ThreadDescriptor.LOCK_OWNER_OFFSET));
    }

    private static EndEvent end(SlotReader slot) {
        return new EndEvent(
                slot.getLong(EndDescriptor.TIME_OFFSET),
                EndKind.ofCode(slot.getInt(EndDescriptor.KIND_OFFSET)),
                slot.getInt(EndDescriptor.HAS_EXIT_CODE_OFFSET) == 1,
                slot.getInt(EndDescriptor.EXIT_CODE_OFFSET),
                slot.getInt(EndDescriptor.EXCEPTION_OFFSET),
                slot.getInt(EndDescriptor.TEXT_OFFSET),
                slot.getInt(EndDescriptor.THREAD_OFFSET),
                slot.getInt(EndDescriptor.STACK_OFFSET));
    }
}
