/*
 * The numbers of the trace file, as docs/trace-format.md lists them. No other file knows an offset or a code.
 */
#ifndef ROLLCALL_LAYOUT_H
#define ROLLCALL_LAYOUT_H

enum {
    WRITE_VERSION = 2,
    READ_VERSION = 1,
    HEADER_LENGTH = 4096,
    ENTRY_LENGTH = 512,
    SLOT_LENGTH = 128,
    HEAP_ALIGNMENT = 8,
    MAX_TEXT = 4096
};

#define MAGIC 0x4C4C41434C4C4F52ull /* ROLLCALL */

/* Header */
enum {
    H_MAGIC = 0,
    H_WRITE_VERSION = 8,
    H_READ_VERSION = 12,
    H_FILE_LENGTH = 16,
    H_COMMUNICATORS = 24,
    H_CALLS = 32,
    H_COPIES = 40,
    H_HEAP = 48,
    H_HEAP_LENGTH = 56,
    H_SLOTS = 64,
    H_SLOT_LENGTH = 68,
    H_COMMUNICATOR_COUNT = 72,
    H_COMMUNICATOR_LENGTH = 76,
    H_HEADER_LENGTH = 80,
    H_FLAGS = 84,
    H_PID = 128,
    H_START_TIME = 136,
    H_RANK_AND_WORLD = 144,
    H_JOB_ID = 152,
    H_HOST = 156,
    H_RECORDER_VERSION = 160,
    H_COMMAND_LINE = 164,
    H_START_CLOCK = 176,
    H_COMMUNICATORS_USED = 196,
    H_BEATS = 256,
    H_BEAT_PAIRS = 264,
    H_LOSSES = 384,
    H_DEVICE_COUNT = 512,
    H_DEVICES = 528,
    H_CALLS_NEXT = 2048,
    H_COPIES_NEXT = 2176,
    H_HEAP_USED = 2304
};

enum { FLAG_CLOSED = 1 };

/* Entry of the communicator table */
enum {
    E_PHASE = 0,
    E_IDENTITY = 8,
    E_NAME = 12,
    E_SIZE = 16,
    E_RANK = 20,
    E_GLOBAL_RANK = 24,
    E_DEVICE = 28,
    E_HANDLE = 32,
    E_CREATION_TIME = 40,
    E_CREATION_ENDED = 48,
    E_LEFT = 56,
    E_MEMBERS = 64,
    E_PARENT = 68,
    E_LIBRARY = 72,
    E_SPLIT_COLOUR = 76,
    E_SPLIT_ORDINAL = 80,
    E_CREATION_STACK = 84,
    E_CREATION_THREAD = 88,
    E_FAILURE = 92,
    E_NEWEST_LISTS = 96,
    E_LANES = 128,
    E_CARRIED = 256
};

enum { LANE_COLLECTIVES = 0, LANE_MESSAGES = 1, LANES = 2, LANE_LENGTH = 64 };

enum { L_LAST_ENQUEUED = 0, L_LAST_STARTED = 8, L_LAST_COMPLETED = 16, L_OLDEST_PENDING = 24 };

/* Control word of a slot */
enum { STATE_BITS = 16, GENERATION_BITS = 40, TAG_SHIFT = STATE_BITS + GENERATION_BITS };

enum {
    LOCKED = 1 << 0,
    PUBLISHED = 1 << 1,
    STARTING = 1 << 2,
    STARTED = 1 << 3,
    ENDING = 1 << 4,
    COMPLETED = 1 << 5,
    FAILED = 1 << 6,
    UNKNOWN = 1 << 7,
    CARRYING = 1 << 8,
    BUSY = LOCKED | STARTING | ENDING | CARRYING,
    ENDED = COMPLETED | FAILED | UNKNOWN
};

enum {
    TAG_CALL = 1,
    TAG_GROUP_START = 2,
    TAG_GROUP_END = 3,
    TAG_COMMUNICATOR = 4,
    TAG_COPY = 5,
    TAG_DEVICE_ERROR = 7,
    TAG_THREAD = 9,
    TAG_END = 10,
    TAG_CONTINUATION = 11,
    TAG_MISPLACED = 13,
    TAG_WINDOW = 14
};

/* CALL */
enum {
    C_ENQUEUED = 8,
    C_STARTED = 16,
    C_ENDED = 24,
    C_SEQUENCE = 32,
    C_COUNT_IN = 40,
    C_COUNT_OUT = 48,
    C_LIST_HASH = 56,
    C_BUFFER = 64,
    C_STREAM = 72,
    C_COMMUNICATOR = 80,
    C_OPERATION = 84, /* with the type at 86 and the reduction at 87 */
    C_ROOT_OR_PEER = 88,
    C_MESSAGE_TAG = 92,
    C_STACK = 96,
    C_THREAD = 100,
    C_FUNCTION = 104,
    C_TEXT = 108,
    C_GROUP = 120,
    C_FLAGS = 124
};

enum {
    CALL_IS_MESSAGE = 1 << 0,
    CALL_HAS_COUNT_IN = 1 << 1,
    CALL_HAS_COUNT_OUT = 1 << 2,
    CALL_HAS_ROOT_OR_PEER = 1 << 3,
    CALL_HAS_TAG = 1 << 4,
    CALL_HAS_LIST_HASH = 1 << 5,
    CALL_BLOCKS = 1 << 6,
    CALL_IS_CAPTURED = 1 << 7
};

/* GROUP_START and GROUP_END */
enum { G_TIME = 8, G_GROUP = 16, G_CALLS = 20, G_STACK = 24, G_THREAD = 28, G_FUNCTION = 32, G_TEXT = 36 };

/* COMMUNICATOR */
enum {
    M_TIME = 8,
    M_COMMUNICATOR = 16,
    M_PARENT = 20,
    M_PHASE = 24,
    M_SIZE = 28,
    M_RANK = 32,
    M_SPLIT_COLOUR = 36,
    M_SPLIT_KEY = 40,
    M_SPLIT_ORDINAL = 44,
    M_IDENTITY = 48,
    M_NAME = 52,
    M_STACK = 56,
    M_THREAD = 60,
    M_FUNCTION = 64,
    M_TEXT = 68
};

/* COPY */
enum {
    Y_ENQUEUED = 8,
    Y_ENDED = 16,
    Y_BYTES = 24,
    Y_ROWS = 32,
    Y_TEXT = 36,
    Y_SOURCE_POINTER = 40,
    Y_DESTINATION_POINTER = 48,
    Y_SOURCE_PITCH = 56,
    Y_DESTINATION_PITCH = 64,
    Y_STREAM = 72,
    Y_SOURCE_SUM = 80,
    Y_DESTINATION_SUM = 88,
    Y_DEVICES = 96, /* of the source, with that of the destination at 98 */
    Y_KIND = 100,   /* with the path at 101, the verdict at 102 and the block shift at 103 */
    Y_FIRST_BAD_BLOCK = 104,
    Y_BAD_BLOCKS = 108,
    Y_STACK = 112,
    Y_THREAD = 116,
    Y_FUNCTION = 120,
    Y_CONTINUED_AFTER = 124
};

/* CONTINUATION */
enum {
    V_CONTINUES = 8,
    V_DEPTH = 16,
    V_SOURCE_HEIGHT = 24,
    V_DESTINATION_HEIGHT = 32,
    V_SOURCE_ORIGIN = 40,
    V_DESTINATION_ORIGIN = 64
};

/* DEVICE_ERROR */
enum {
    D_TIME = 8,
    D_STREAM = 16,
    D_LAST_GOOD = 24, /* a position plus one, like the next one */
    D_FIRST_BAD = 32,
    D_DEVICE = 40,
    D_CODE = 44,
    D_NAME = 48,
    D_STACK = 56,
    D_THREAD = 60,
    D_WINDOW = 64,
    D_OPERATIONS = 68
};

/* MISPLACED */
enum {
    P_TIME = 8,
    P_ADDRESS = 16,
    P_STREAM = 24,
    P_CALL = 32, /* a position plus one */
    P_DEVICE = 40,
    P_EXPECTED_DEVICE = 44,
    P_WHAT = 48,
    P_ARGUMENT = 52,
    P_STACK = 56,
    P_THREAD = 60,
    P_FUNCTION = 64
};

enum { MISPLACED_STREAM = 2, MISPLACED_COMMUNICATOR = 3 };

/* WINDOW */
enum {
    W_TIME = 8,
    W_STREAM = 16,
    W_CALL = 24, /* a position plus one */
    W_WINDOW = 32,
    W_WORK = 36,
    W_DEVICE = 40,
    W_OTHER_DEVICE = 44,
    W_COMPLETED = 48,
    W_STACK = 52,
    W_THREAD = 56,
    W_FUNCTION = 60
};

enum { WORK_CALL = 3 };

/* THREAD */
enum {
    T_TIME = 8,
    T_ID = 16,
    T_SNAPSHOT = 24,
    T_THREADS = 28,
    T_NAME = 32,
    T_STATE = 36,
    T_STACK = 40,
    T_DAEMON = 52
};

/* END */
enum {
    N_TIME = 8,
    N_KIND = 16,
    N_EXIT_CODE = 20,
    N_HAS_EXIT_CODE = 24,
    N_TEXT = 32,
    N_THREAD = 36,
    N_STACK = 40
};

/* Heap */
enum { HEAP_STRING = 1, HEAP_FRAME = 2, HEAP_STACK = 3, HEAP_LIST = 4, HEAP_NEWEST_LISTS = 6, HEAP_UNUSED = 255 };

/* An area of the newest lists */
enum { A_VERSION = 0, A_SEQUENCE = 8, A_HASH = 16, A_INPUT_COUNT = 24, A_OUTPUT_COUNT = 28, A_VALUES = 32 };

enum loss {
    LOSS_CALLS_SKIPPED = 1,
    LOSS_COPIES_SKIPPED = 2,
    LOSS_CALLS_DROPPED = 3,
    LOSS_COPIES_DROPPED = 4,
    LOSS_PENDING_OVERWRITTEN = 5,
    LOSS_UPDATES_DROPPED = 6,
    LOSS_COMMUNICATORS = 7,
    LOSS_STRINGS = 8,
    LOSS_STACKS = 9,
    LOSS_LISTS = 10,
    LOSS_STRINGS_CUT = 12,
    LOSS_HEAP_ABANDONED = 13
};

enum phase { PHASE_JOINING = 1, PHASE_JOINED = 2, PHASE_FAILED = 3, PHASE_LEFT = 4 };

enum thread_state { THREAD_UNKNOWN = 0, THREAD_RUNNABLE = 1, THREAD_BLOCKED = 2, THREAD_WAITING = 3, THREAD_TERMINATED = 6 };

enum end_kind { END_NORMAL = 1, END_EXIT = 2, END_HALT = 3 };

#endif
