// The streams of the stand-ins for CUDA and NCCL, which share them. There is no device: what is issued into a stream is a call of
// a communicator, and that is done once all its ranks have issued as many calls.
#ifndef ROLLCALL_STREAMS_H
#define ROLLCALL_STREAMS_H

#include <stddef.h>

enum { MAX_RANKS = 8, MAX_CALLS = 8, CONTEXT_OF_DEVICE_0 = 1 };

// How many calls each rank has issued.
struct issued {
    volatile unsigned long long communicator;
    volatile long calls[MAX_RANKS];
    // Each rank's device plus one, where the ranks wait for each other in the creation.
    volatile int devices[MAX_RANKS];
};

// The newest call of one communicator in a stream.
struct call {
    struct issued* of;
    int ranks;
    long number;
    // Whether this rank has aborted the communicator, which ends its own kernels.
    const volatile int* aborted;
};

struct stream {
    int device;
    int capturing;
    int count;
    struct call calls[MAX_CALLS];
};

struct stream* rollcall_new_stream(void);
// Returns null for what is not a stream, and the default stream for null.
struct stream* rollcall_stream(void* handle);
int rollcall_done(const struct stream* stream);
int* rollcall_device(void);
// Adds memory of the current device, and takes it away.
void rollcall_allocated(unsigned long long start, size_t bytes);
void rollcall_freed(unsigned long long start);
// Adds memory of the host that devices can read.
void rollcall_pinned(unsigned long long start, size_t bytes);
// Adds a line to the file that the environment variable ROLLCALL_CUDA_LOG names.
void rollcall_log(const char* what, const void* handle);

#endif
