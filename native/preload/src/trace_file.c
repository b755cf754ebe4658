/* Creates the trace file and keeps its header. */
#define _GNU_SOURCE
#include "trace.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/vfs.h>
#include <time.h>
#include <unistd.h>

#include "memory.h"

enum { PART_ALIGNMENT = 128, CHUNK = 1 << 20 };

struct trace trace;

uint64_t now_nanos(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (uint64_t)time.tv_sec * 1000000000u + (uint64_t)time.tv_nsec;
}

uint64_t now_millis(void) {
    struct timespec time;
    clock_gettime(CLOCK_REALTIME, &time);
    return (uint64_t)time.tv_sec * 1000u + (uint64_t)time.tv_nsec / 1000000u;
}

static uint64_t aligned(uint64_t length) { return (length + PART_ALIGNMENT - 1) / PART_ALIGNMENT * PART_ALIGNMENT; }

/* Creates the folders above a file, for the user alone. */
static int make_folders(const char *path) {
    char folder[4096];
    size_t length = strlen(path);
    if (length >= sizeof folder) {
        return ENAMETOOLONG;
    }
    memcpy(folder, path, length + 1);
    for (char *slash = strchr(folder + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
        *slash = 0;
        if (mkdir(folder, 0700) != 0 && errno != EEXIST) {
            return errno;
        }
        *slash = '/';
    }
    return 0;
}

/* Keeps other writers away. Another process may hold the lock; a file system without locks is taken as it is. */
static const char *lock(int file) {
    struct flock whole = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
    if (fcntl(file, F_SETLK, &whole) == 0 || (errno != EACCES && errno != EAGAIN)) {
        return NULL;
    }
    return "another process is writing it; give each process a file name of its own";
}

/* Deletes an older trace that no process writes, or an empty file, and nothing else. */
static const char *remove_older(const char *path) {
    struct statx status;
    if (statx(AT_FDCWD, path, 0, STATX_TYPE | STATX_SIZE, &status) != 0) {
        return errno == ENOENT ? NULL : strerror(errno);
    }
    if (!S_ISREG(status.stx_mode)) {
        return "it is not a regular file";
    }
    int old = open(path, O_RDWR | O_CLOEXEC);
    if (old < 0) {
        return strerror(errno);
    }
    uint64_t magic = 0;
    const char *failure = lock(old);
    if (!failure && status.stx_size > 0 && (pread(old, &magic, sizeof magic, 0) < 0 || magic != MAGIC)) {
        failure = "a file that is not a trace has this name, and is kept";
    }
    if (!failure && unlink(path) != 0) {
        failure = strerror(errno);
    }
    close(old);
    return failure;
}

/*
 * Returns why a file must not be mapped where a change needs new room: without it, the next one ends the process by SIGBUS. The
 * folder is there.
 */
static const char *copies_on_write(const char *path) {
    enum { BTRFS = 0x9123683E, BCACHEFS = 0xCA451A4E };
    const char *slash = strrchr(path, '/');
    char folder[4096] = ".";
    if (slash) {
        memcpy(folder, path, (size_t)(slash - path) + 1);
        folder[slash - path + 1] = 0;
    }
    struct statfs system;
    if (statfs(folder, &system) != 0 || ((uint32_t)system.f_type != BTRFS && (uint32_t)system.f_type != BCACHEFS)) {
        return NULL;
    }
    return "its file system copies on write, so that a disk that becomes full would end the job; choose a folder on another one,"
           " such as /dev/shm, with ROLLCALL_FILE";
}

/* Writes every byte, so that a full disk fails here and not in the job. */
static const char *fill(int file, uint64_t length) {
    struct rlimit limit;
    if (getrlimit(RLIMIT_FSIZE, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY && limit.rlim_cur < length) {
        /* A write beyond the limit would end the process with SIGXFSZ. */
        return strerror(EFBIG);
    }
    void *zeros = mmap(NULL, CHUNK, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (zeros == MAP_FAILED) {
        return strerror(errno);
    }
    const char *failure = NULL;
    for (uint64_t written = 0; written < length && !failure;) {
        ssize_t now = write(file, zeros, length - written < CHUNK ? length - written : CHUNK);
        if (now > 0) {
            written += (uint64_t)now;
        } else if (now == 0 || errno != EINTR) {
            failure = strerror(now == 0 ? ENOSPC : errno);
        }
    }
    munmap(zeros, CHUNK);
    return failure;
}

const char *trace_create(const char *path, const struct geometry *geometry) {
    uint64_t table = (uint64_t)geometry->communicators * ENTRY_LENGTH;
    uint64_t ring = (uint64_t)geometry->slots * SLOT_LENGTH;
    uint64_t length = HEADER_LENGTH + table + 2 * ring + aligned(geometry->heap_length);
    if (length > INT32_MAX) {
        return "it would be too long; choose less for slots or heap";
    }
    int failed = make_folders(path);
    if (failed) {
        return strerror(failed);
    }
    const char *failure = copies_on_write(path);
    if (!failure) {
        failure = remove_older(path);
    }
    if (failure) {
        return failure;
    }
    int file = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (file < 0) {
        return strerror(errno);
    }
    failure = lock(file);
    if (!failure) {
        failure = fill(file, length);
    }
    uint8_t *memory = MAP_FAILED;
    if (!failure) {
        memory = mmap(NULL, length, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
        failure = memory == MAP_FAILED ? strerror(errno) : NULL;
    }
    if (failure) {
        unlink(path);
        close(file);
        return failure;
    }
    trace = (struct trace){
        .memory = memory,
        .length = length,
        .communicators = memory + HEADER_LENGTH,
        .calls = memory + HEADER_LENGTH + table,
        .copies = memory + HEADER_LENGTH + table + ring,
        .heap = memory + HEADER_LENGTH + table + 2 * ring,
        .heap_length = geometry->heap_length,
        .communicator_count = geometry->communicators,
        .slots = geometry->slots,
        .slot_shift = (uint32_t)__builtin_ctz(geometry->slots),
        .file = file,
    };
    put32(memory + H_WRITE_VERSION, WRITE_VERSION);
    put32(memory + H_READ_VERSION, READ_VERSION);
    put64(memory + H_FILE_LENGTH, length);
    put64(memory + H_COMMUNICATORS, HEADER_LENGTH);
    put64(memory + H_CALLS, HEADER_LENGTH + table);
    put64(memory + H_COPIES, HEADER_LENGTH + table + ring);
    put64(memory + H_HEAP, HEADER_LENGTH + table + 2 * ring);
    put64(memory + H_HEAP_LENGTH, geometry->heap_length);
    put32(memory + H_SLOTS, geometry->slots);
    put32(memory + H_SLOT_LENGTH, SLOT_LENGTH);
    put32(memory + H_COMMUNICATOR_COUNT, geometry->communicators);
    put32(memory + H_COMMUNICATOR_LENGTH, ENTRY_LENGTH);
    put32(memory + H_HEADER_LENGTH, HEADER_LENGTH);
    put64(memory + H_HEAP_USED, HEAP_ALIGNMENT);
    trace_set_rank(-1, -1);
    return NULL;
}

void trace_publish(void) {
    put64(trace.memory + H_START_CLOCK, now_nanos());
    put64(trace.memory + H_START_CLOCK + 8, now_millis());
    store64(trace.memory + H_MAGIC, MAGIC);
}

void trace_discard(const char *path) {
    munmap(trace.memory, trace.length);
    unlink(path);
    close(trace.file);
    trace.memory = NULL;
}

void trace_heartbeat(void) {
    uint64_t beat = load64(trace.memory + H_BEATS) + 1;
    uint8_t *pair = trace.memory + H_BEAT_PAIRS + (beat & 1) * 16;
    put64(pair, now_nanos());
    put64(pair + 8, now_millis());
    release64(trace.memory + H_BEATS, beat);
}

void trace_set_rank(int32_t rank, int32_t world) {
    release64(trace.memory + H_RANK_AND_WORLD, (uint64_t)(uint32_t)world << 32 | (uint32_t)rank);
}

void trace_close(void) {
    uint32_t flags = acquire32(trace.memory + H_FLAGS);
    while (!swap32(trace.memory + H_FLAGS, flags, flags | FLAG_CLOSED)) {
        flags = acquire32(trace.memory + H_FLAGS);
    }
}

void trace_count_loss(enum loss loss, uint64_t number) { add64(trace.memory + H_LOSSES + 8 * loss, number); }
