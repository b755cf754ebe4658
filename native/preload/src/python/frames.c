/*
 * A thread's frames stay as they are while it is in a recorded function, whether or not it has the interpreter's lock, unless the
 * interpreter ends meanwhile and frees them. The thread that started it has to end it (Py_FinalizeEx), so that one may load its
 * frames, and others have the kernel copy them.
 */
#define _GNU_SOURCE
#include "frames.h"

#include <dlfcn.h>
#include <errno.h>
#include <link.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "../binding.h"
#include "../compatibility.h"
#include "../process.h"
#include "../stack_cache.h"
#include "../trace.h"
#include "layout.h"
#include "reader.h"

/* Of every object: its type. Of a string or bytes: length, hash, and of a string its state. Of bytes: where they begin. */
enum { OBJECT_TYPE = 8, OBJECT_LENGTH = 16, STRING_STATE = 32, BYTES_DATA = 32 };

/* A string's state: bits 2 to 4 are the bytes of a character, then come two flags. */
enum { STATE_KIND_SHIFT = 2, STATE_KIND_MASK = 7, STATE_COMPACT = 1 << 5, STATE_ASCII = 1 << 6 };

/* Owners from this value on mark the interpreter's own frames: in 3.12 and 3.13 the C stack, in 3.14 the interpreter, too. */
enum { FIRST_OWN_OWNER = 3 };

/* The version, 3.12, from which on a code object has a number that no other one has, among its first fields. */
enum { NUMBERED_CODE = 12 };

/* References may have tags in their low bits, from 3.14 on. */
#define REFERENCE_TAGS ((uint64_t)7)

enum { BATCH = 16, MOST_STEPS = 1024, MOST_BYTES = 160, MOST_CONTENT = 96, MOST_TEXT = 4096, MOST_STATE = 1024 };

static struct {
    bool usable;
    struct python_layout layout;
    const char *(*version)(void);
    void *(*thread_state)(void);
    void *(*main_interpreter)(void);
    uint64_t state_number; /* where a thread's state has its number, and its interpreter; 0 if unknown */
    uint64_t state_interpreter;
    uint64_t code_type;
    uint64_t string_type;
    uint64_t bytes_type;
    uintptr_t start; /* of its module's code */
    uintptr_t end;
    size_t frame_length; /* what is read of a frame, and of a code object */
    size_t code_length;
} python;

/* Whether the thread that started the interpreter has walked its frames by copies: then they are as the layout says. */
static uint32_t verified;
static uint32_t warned;

static uint64_t word_at(const uint8_t *bytes, enum python_field field) {
    uint64_t word;
    memcpy(&word, bytes + python.layout.offsets[field], sizeof word);
    return word;
}

static int32_t int_at(const uint8_t *bytes, enum python_field field) {
    int32_t number;
    memcpy(&number, bytes + python.layout.offsets[field], sizeof number);
    return number;
}

static bool has(enum python_field field) { return python.layout.offsets[field] != NO_FIELD; }

/* Takes no frames from now on. */
static void give_up(const char *problem) {
    __atomic_store_n(&python.usable, false, __ATOMIC_RELAXED);
    if (!__atomic_exchange_n(&warned, 1, __ATOMIC_RELAXED)) {
        warn("Python %.*s %s; stacks have no frames of Python", (int)strcspn(python.version(), " "), python.version(), problem);
    }
}

static int find_code(struct dl_phdr_info *module, size_t size, void *context) {
    (void)size;
    uintptr_t address = (uintptr_t)context;
    for (int i = 0; i < module->dlpi_phnum; i++) {
        const ElfW(Phdr) *segment = &module->dlpi_phdr[i];
        uintptr_t start = module->dlpi_addr + segment->p_vaddr;
        if (segment->p_type == PT_LOAD && address >= start && address < start + segment->p_memsz) {
            python.start = start;
            python.end = start + segment->p_memsz;
            return 1;
        }
    }
    return 0;
}

static size_t length_of(enum python_field first, enum python_field last) {
    size_t length = 0;
    for (enum python_field field = first; field <= last; field++) {
        if (has(field) && length < python.layout.offsets[field] + sizeof(uint64_t)) {
            length = python.layout.offsets[field] + sizeof(uint64_t);
        }
    }
    return length;
}

/*
 * Where a thread's state has a field that this function of Python loads: of a state whose words are their own indices, that is its place.
 * 0 if unknown.
 */
static uint64_t find_state_field(const char *function) {
    static uint64_t state[MOST_STATE];
    for (uint64_t i = 0; i < MOST_STATE; i++) {
        state[i] = i;
    }
    uint64_t (*load)(void *state);
    *(void **)&load = find_symbol(RTLD_DEFAULT, function);
    uint64_t word = load ? load(state) : 0;
    return word < MOST_STATE ? word * sizeof *state : 0;
}

void python_start(void) {
    python.usable = false;
    verified = 0;
    *(void **)&python.version = find_symbol(RTLD_DEFAULT, "Py_GetVersion");
    *(void **)&python.thread_state = find_symbol(RTLD_DEFAULT, "PyGILState_GetThisThreadState");
    if (!python.version || !python.thread_state) {
        return;
    }
    python.code_type = (uintptr_t)find_symbol(RTLD_DEFAULT, "PyCode_Type");
    python.string_type = (uintptr_t)find_symbol(RTLD_DEFAULT, "PyUnicode_Type");
    python.bytes_type = (uintptr_t)find_symbol(RTLD_DEFAULT, "PyBytes_Type");
    const char *problem = python_layout_find(&python.layout, python.version(), find_symbol(RTLD_DEFAULT, "_PyRuntime"));
    python.frame_length = length_of(FRAME_PREVIOUS, FRAME_OWNER);
    python.code_length = length_of(CODE_FILE, CODE_FIRST_LINE);
    if (!problem && (python.frame_length > MOST_BYTES || python.code_length > MOST_BYTES)) {
        problem = "has structures that are too long";
    }
    if (problem) {
        give_up(problem);
        return;
    }
    *(void **)&python.main_interpreter = find_symbol(RTLD_DEFAULT, "PyInterpreterState_Main");
    python.state_number = find_state_field("PyThreadState_GetID");
    python.state_interpreter = find_state_field("PyThreadState_GetInterpreter");
    reader_start();
    dl_iterate_phdr(find_code, *(void **)&python.thread_state);
    python.usable = true;
}

bool python_contains(uintptr_t address) { return address >= python.start && address < python.end; }

/* In its interpreter, the number of the state of the thread that started it. Until 3.10, another state may come to lie in its place. */
enum { STARTER = 1, LASTING_STATE = 11 };

/* Whether this is the state of the thread that started Python. The first thread of another interpreter does not end it. */
static bool is_starter(uint64_t state) {
    static __thread struct {
        uint64_t state;
        bool starter;
    } known;
    if (known.state != state || python.layout.minor < LASTING_STATE) {
        uint64_t number = 0;
        uint64_t interpreter = 0;
        known.starter = python.state_number && python.state_interpreter && python.main_interpreter
                && reader_copy(state + python.state_number, &number, sizeof number) && number == STARTER
                && reader_copy(state + python.state_interpreter, &interpreter, sizeof interpreter)
                && interpreter == (uintptr_t)python.main_interpreter();
        known.state = state;
    }
    return known.starter;
}

/* Writes a character in UTF-8; returns its bytes. A surrogate, by which Python keeps a byte that is no text, is replaced. */
static size_t put_character(char *to, uint32_t character) {
    if ((character >= 0xD800 && character < 0xE000) || character > 0x10FFFF) {
        character = 0xFFFD;
    }
    size_t more = character < 0x80 ? 0 : character < 0x800 ? 1 : character < 0x10000 ? 2 : 3;
    static const uint8_t FIRST[] = {0, 0xC0, 0xE0, 0xF0};
    for (size_t i = more; i > 0; i--) {
        to[i] = (char)(0x80 | (character & 0x3F));
        character >>= 6;
    }
    to[0] = (char)(FIRST[more] | character);
    return more + 1;
}

/* The heap id of a string's text, cut if it is long; 0 if it cannot be read. */
static uint32_t text_of(struct reader *reader, uint64_t string) {
    uint64_t type;
    uint64_t length;
    uint32_t state;
    if (!reader_read(reader, string + OBJECT_TYPE, &type, sizeof type) || type != python.string_type
            || !reader_read(reader, string + OBJECT_LENGTH, &length, sizeof length)
            || !reader_read(reader, string + STRING_STATE, &state, sizeof state) || !(state & STATE_COMPACT)) {
        return 0;
    }
    uint64_t data = string + (state & STATE_ASCII ? python.layout.ascii_data : python.layout.other_data);
    uint32_t kind = state >> STATE_KIND_SHIFT & STATE_KIND_MASK;
    char text[MOST_TEXT + 1];
    size_t used = 0;
    uint64_t at = 0;
    for (; at < length && used + 4 <= MOST_TEXT && (kind == 1 || kind == 2 || kind == 4); at++) {
        uint32_t character = 0;
        if (!reader_read(reader, data + at * kind, &character, kind)) {
            return 0;
        }
        used += put_character(text + used, character);
    }
    if (at < length) {
        trace_count_loss(LOSS_STRINGS_CUT, 1);
    }
    text[used] = 0;
    return heap_string(text);
}

/* A frame, with the fields of the code object that do not change. */
struct frame {
    uint64_t code;
    int64_t instruction; /* its offset in bytes */
    uint8_t object[MOST_BYTES];
    uint8_t lines[MOST_CONTENT]; /* the first bytes, from the length on; where the code object has no number */
    uint8_t file[MOST_CONTENT];
};

struct description {
    struct reader *reader;
    const struct frame *frame;
};

/* Describes a frame in the heap; 0 for one without a line, whose function has not begun. */
static uint32_t describe(void *context) {
    const struct description *description = context;
    struct reader *reader = description->reader;
    const struct frame *frame = description->frame;
    struct line_table table = {.format = python.layout.lines, .first_line = int_at(frame->object, CODE_FIRST_LINE)};
    uint64_t lines = word_at(frame->object, CODE_LINES);
    uint64_t type;
    if (!reader_read(reader, lines + OBJECT_TYPE, &type, sizeof type) || type != python.bytes_type
            || !reader_read(reader, lines + OBJECT_LENGTH, &table.length, sizeof table.length)) {
        return 0;
    }
    table.address = lines + BYTES_DATA;
    int32_t line = line_at(reader, &table, frame->instruction);
    uint32_t name = line ? text_of(reader, word_at(frame->object, CODE_NAME)) : 0;
    uint32_t file = name ? text_of(reader, word_at(frame->object, CODE_FILE)) : 0;
    return file ? heap_frame(0, name, file, (uint32_t)line) : 0;
}

/* Reads up to BATCH frames from an address outwards, of each the code and the instruction; returns their number. */
static uint32_t take_frames(struct reader *reader, uint64_t *next, uint32_t *steps, uint32_t most, struct frame *frames) {
    uint32_t count = 0;
    while (count < most && *next && (*steps)++ < MOST_STEPS) {
        uint8_t bytes[MOST_BYTES];
        if (!reader_read(reader, *next, bytes, python.frame_length)) {
            *next = 0;
            break;
        }
        *next = word_at(bytes, FRAME_PREVIOUS);
        if (!has(FRAME_OWNER) || (int8_t)bytes[python.layout.offsets[FRAME_OWNER]] < FIRST_OWN_OWNER) {
            struct frame *frame = &frames[count++];
            frame->code = word_at(bytes, FRAME_CODE) & ~REFERENCE_TAGS;
            frame->instruction = has(CODE_START)
                    ? (int64_t)(word_at(bytes, FRAME_INSTRUCTION) - frame->code - python.layout.offsets[CODE_START])
                    : (int64_t)int_at(bytes, FRAME_INSTRUCTION) * python.layout.index_unit;
        }
    }
    return count;
}

/*
 * Reads the first bytes of a string or bytes. Of a copy, the length is not known yet: the copy includes the bytes after it in the page,
 * which end_content clears.
 */
static void begin_content(bool direct, struct iovec *to, struct iovec *from, uint8_t *content, uint64_t object, size_t data) {
    uint64_t address = object + OBJECT_LENGTH;
    uint64_t most = READER_PAGE - address % READER_PAGE;
    if (direct) {
        memcpy(&most, (const void *)(uintptr_t)address, sizeof most);
        most += data - OBJECT_LENGTH;
    }
    *to = (struct iovec){content, most < MOST_CONTENT ? most : MOST_CONTENT};
    *from = (struct iovec){(void *)(uintptr_t)address, to->iov_len};
}

static void end_content(uint8_t *content, size_t read, size_t data) {
    uint64_t length;
    memcpy(&length, content, sizeof length);
    size_t used = data - OBJECT_LENGTH + (length < MOST_CONTENT ? length : MOST_CONTENT);
    used = used < read ? used : read;
    memset(content + used, 0, MOST_CONTENT - used);
}

/* Code that was compiled anew may lie where other code was, with all that belongs to it: reads the contents that tell the two apart. */
static bool take_content(struct reader *reader, struct frame *frames, uint32_t count) {
    /* Of a string that is not ASCII, this has its other fields and the first characters. */
    const size_t string_data = python.layout.ascii_data;
    struct iovec to[2 * BATCH];
    struct iovec from[2 * BATCH];
    for (uint32_t i = 0; i < count; i++) {
        struct frame *frame = &frames[i];
        begin_content(!reader->memory, &to[2 * i], &from[2 * i], frame->lines, word_at(frame->object, CODE_LINES), BYTES_DATA);
        begin_content(!reader->memory, &to[2 * i + 1], &from[2 * i + 1], frame->file, word_at(frame->object, CODE_FILE), string_data);
    }
    bool good = reader_gather(reader, to, from, 2 * count);
    for (uint32_t i = 0; good && i < count; i++) {
        end_content(frames[i].lines, to[2 * i].iov_len, BYTES_DATA);
        end_content(frames[i].file, to[2 * i + 1].iov_len, string_data);
    }
    return good;
}

/* Reads the code objects of frames; false if one is not what the layout says. */
static bool take_code(struct reader *reader, struct frame *frames, uint32_t count) {
    struct iovec to[BATCH];
    struct iovec from[BATCH];
    for (uint32_t i = 0; i < count; i++) {
        to[i] = (struct iovec){frames[i].object, python.code_length};
        from[i] = (struct iovec){(void *)(uintptr_t)frames[i].code, python.code_length};
    }
    bool good = reader_gather(reader, to, from, count);
    for (uint32_t i = 0; good && i < count; i++) {
        uint64_t type;
        memcpy(&type, frames[i].object + OBJECT_TYPE, sizeof type);
        good = type == python.code_type;
    }
    return good && (python.layout.minor >= NUMBERED_CODE || take_content(reader, frames, count));
}

static uint64_t hash_bytes(uint64_t hash, const uint8_t *bytes, size_t length) {
    for (size_t at = 0; at < length; at += sizeof(uint64_t)) {
        uint64_t word;
        memcpy(&word, bytes + at, sizeof word);
        hash = hash_add(hash, word);
    }
    return hash;
}

/* A hash that differs between frames that are described differently. */
static uint64_t hash_of(const struct frame *frame) {
    uint64_t hash = hash_add(hash_add(HASH_START, frame->code), (uint64_t)frame->instruction);
    hash = hash_bytes(hash, frame->object + OBJECT_TYPE, python.code_length - OBJECT_TYPE);
    if (python.layout.minor < NUMBERED_CODE) {
        hash = hash_bytes(hash, frame->lines, sizeof frame->lines);
        hash = hash_bytes(hash, frame->file, sizeof frame->file);
    }
    return hash;
}

/* The innermost frame; false if it cannot be read. */
static bool innermost(struct reader *reader, uint64_t state, uint64_t *frame) {
    bool found = reader_read(reader, state + python.layout.offsets[THREAD_FRAME], frame, sizeof *frame);
    if (found && has(RECORD_FRAME)) {
        found = *frame && reader_read(reader, *frame + python.layout.offsets[RECORD_FRAME], frame, sizeof *frame);
    }
    return found;
}

uint32_t python_frames(uint32_t *ids, uint32_t most) {
    void *state = __atomic_load_n(&python.usable, __ATOMIC_RELAXED) ? python.thread_state() : NULL;
    if (!state) {
        return 0;
    }
    struct reader reader;
    bool starter = is_starter((uintptr_t)state);
    if (!reader_open(&reader, starter && __atomic_load_n(&verified, __ATOMIC_RELAXED))) {
        return 0;
    }
    errno = 0;
    uint64_t next = 0;
    uint32_t used = 0;
    uint32_t steps = 0;
    bool good = innermost(&reader, (uintptr_t)state, &next);
    if (!good && (errno == EPERM || errno == ENOSYS)) {
        give_up("cannot be read, because process_vm_readv is not allowed");
    }
    while (good && next && used < most && steps < MOST_STEPS) {
        struct frame frames[BATCH];
        uint32_t room = most - used < BATCH ? most - used : BATCH;
        uint32_t count = take_frames(&reader, &next, &steps, room, frames);
        good = take_code(&reader, frames, count);
        for (uint32_t i = 0; good && i < count; i++) {
            struct description description = {&reader, &frames[i]};
            uint32_t id = stack_cache_find(hash_of(&frames[i]), describe, &description);
            if (id) {
                ids[used++] = id;
            }
        }
    }
    if (starter && good && used) {
        __atomic_store_n(&verified, 1, __ATOMIC_RELAXED);
    }
    reader_close(&reader);
    return used;
}
