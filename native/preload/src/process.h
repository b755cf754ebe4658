/* The parts of the recorder that concern the whole process. */
#ifndef ROLLCALL_PROCESS_H
#define ROLLCALL_PROCESS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { COPIES_OFF, COPIES_PEER, COPIES_ALL };
enum { CORRUPT_WARN, CORRUPT_THROW, CORRUPT_REROUTE };

/* options.c: the environment variables ROLLCALL_FILE, _SLOTS, _HEAP, _STACK, _HANG, _COPIES, _CORRUPT, _DEVICES and _COMMANDLINE.
 * docs/options.md has their syntax. */
struct options {
    char file[2048];
    uint32_t slots;
    uint64_t heap;
    uint32_t frames;     /* 0: no stacks */
    uint64_t hang_nanos; /* 0: no watchdog */
    uint32_t corrupt;    /* what happens at a corrupt copy */
    uint32_t check_devices;
    uint32_t command_line; /* whether the trace holds the command line, without secrets */
};
extern struct options options;
/* Reads them; false, with what is wrong in words, if a value is invalid. */
bool options_read(char *problem, size_t room);
/* Which copies are recorded: known before there is a trace, because other copies create none. */
uint32_t options_copies(void);

/* identity.c */
struct identity {
    char job[512];
    char host[256];
    int32_t rank; /* -1 if unknown */
    int32_t world;
    int32_t pid;
    uint64_t start_millis;
    char command_line[4096]; /* without secrets; empty if it is left out */
    bool has_agent;          /* whether this process is a JVM in which the agent records */
};
void identity_read(struct identity *identity, bool command_line);

/* command_line.c */
/* Joins arguments, each of which ends with a zero, by spaces, and masks what looks like a secret. Cuts a long line. */
void command_line_mask(const char *arguments, size_t length, char *text, size_t room);

/* file_name.c: the file that a pattern names; false, with what is wrong, if it is invalid. */
bool file_name_check(const char *pattern, char *problem, size_t room);
bool file_name_resolve(const char *pattern, const struct identity *identity, char *path, size_t room);

/* stack.c */
/* Makes room for the cache, and loads what walking a stack needs. */
void stack_start(void);
/* The heap id of the stack from a return address outwards; 0 without one. */
uint32_t stack_from(const void *site);

/* threads.c: the threads that have made calls. */
void threads_start(void);
/* The heap id of the calling thread's name. */
uint32_t thread_name(void);
/* Notes the stack of the call that this thread is in, 0 for none. */
void thread_in_call(uint32_t stack);
/* The stack of the call that a thread is in; 0 if it is in none. */
uint32_t thread_stack(int32_t id);

/* Whether this thread is inside a recorded function of NCCL or CUDA, which may call others. */
extern __attribute__((visibility("hidden"))) __thread bool inside_recorded;
/* Enters such a function; false if it is not recorded. */
bool enter_recorded(void);

/* background_thread.c: starts a detached thread that runs no signal handler of the program; nothing happens where that fails. */
void background_thread_start(void *(*run)(void *), void *context);

/* watchdog.c: the background thread. */
void watchdog_start(void);
/* Takes all threads of the process into the trace. */
void snapshot_take(uint64_t now);

/* nccl/record.c */
/* Forgets what belongs to an earlier trace. */
void nccl_start(void);

/* cuda/fork.c */
/* Forgets what belongs to the parent, in a forked child. */
void cuda_forked(void);

/* warning.c: prints a line on the standard error, unless that would wait or nobody reads it. */
void warn(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* process.c */
bool recording(void); /* without starting to */
bool may_record(void); /* unless the start of recording has failed */
uint32_t epoch(void);

#endif
