// A CUDA driver for tests that is of no use for verification. The environment variable ROLLCALL_DRIVER says why: no-device, old,
// no-context (another process has the device for itself), no-kernel, or part (its devices are MIG devices of one GPU, and
// cuDeviceGetUuid gives the UUID of that GPU, as the real one does). Addresses
// below 0x6000 belong to the first of its two devices, all others to the second, and are the host's own. Streams and events are those of
// streams.h. The only kernel is that of native/checksum/result.cu, which is done at once.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "streams.h"

typedef int Result;
typedef unsigned long long Address;
typedef void* Handle;

enum { SUCCESS = 0, NO_DEVICE = 100, DEVICE_UNAVAILABLE = 46, UNSUPPORTED_PTX_VERSION = 222, NOT_READY = 600, NOT_SUPPORTED = 801 };
enum { CONTEXT = 1, MEMORY_TYPE = 2, DEVICE_POINTER = 3, DEVICE_ORDINAL = 9, DEVICE_MEMORY = 2 };

static int is(const char* why) {
    const char* said = getenv("ROLLCALL_DRIVER");
    return said && !strcmp(said, why);
}

Result cuInit(unsigned flags) {
    (void)flags;
    return is("no-device") ? NO_DEVICE : SUCCESS;
}

Result cuDriverGetVersion(int* version) {
    *version = is("old") ? 10020 : 13000;
    return SUCCESS;
}

Result cuDeviceGetCount(int* count) {
    *count = 2;
    return SUCCESS;
}

Result cuDeviceGet(int* device, int ordinal) {
    *device = ordinal;
    return SUCCESS;
}

Result cuDeviceGetUuid(char* uuid, int device) {
    memset(uuid, is("part") ? 0x30 : 0x30 + device, 16);
    return SUCCESS;
}

Result cuDeviceCanAccessPeer(int* can, int one, int other) {
    *can = one != other;
    return SUCCESS;
}

Result cuPointerGetAttribute(void* value, int attribute, Address address) {
    if (attribute == MEMORY_TYPE) *(unsigned*)value = DEVICE_MEMORY;
    else if (attribute == DEVICE_ORDINAL) *(int*)value = address >= 0x6000;
    else if (attribute == DEVICE_POINTER) *(Address*)value = address;
    else if (attribute == CONTEXT) *(Handle*)value = NULL;
    else return NOT_SUPPORTED;
    return SUCCESS;
}

static struct stream standard;
static struct stream* streams[1024];
static int stream_count;
static _Thread_local int device_of_thread;

int* rollcall_device(void) {
    return &device_of_thread;
}

struct stream* rollcall_new_stream(void) {
    struct stream* made = calloc(1, sizeof *made);
    made->device = device_of_thread;
    streams[__atomic_fetch_add(&stream_count, 1, __ATOMIC_SEQ_CST)] = made;
    return made;
}

struct stream* rollcall_stream(Handle handle) {
    if (!handle) return &standard;
    for (int i = 0; i < stream_count; i++) {
        if (streams[i] == handle) return handle;
    }
    return NULL;
}

int rollcall_done(const struct stream* stream) {
    for (int i = 0; i < stream->count; i++) {
        const struct call* call = &stream->calls[i];
        for (int rank = 0; rank < call->ranks && !*call->aborted; rank++) {
            if (call->of->calls[rank] < call->number) return 0;
        }
    }
    return 1;
}

void rollcall_log(const char* what, const void* handle) {
    const char* name = getenv("ROLLCALL_CUDA_LOG");
    FILE* file = name ? fopen(name, "a") : NULL;
    if (!file) return;
    fprintf(file, "%s %p\n", what, handle);
    fclose(file);
}

Result cuStreamIsCapturing(Handle stream, int* status) {
    struct stream* known = rollcall_stream(stream);
    *status = known && known->capturing;
    return SUCCESS;
}

// An event is the stream as it was, and is named after it in the log.
struct event {
    Handle stream;
    struct stream state;
};

Result cuEventCreate(struct event** event, unsigned flags) {
    (void)flags;
    *event = calloc(1, sizeof **event);
    return SUCCESS;
}

Result cuEventRecord(struct event* event, Handle stream) {
    event->stream = stream;
    event->state = *rollcall_stream(stream);
    rollcall_log("record", stream);
    return SUCCESS;
}

Result cuEventQuery(struct event* event) {
    rollcall_log("query", event->stream);
    return rollcall_done(&event->state) ? SUCCESS : NOT_READY;
}

Result cuThreadExchangeStreamCaptureMode(int* mode) {
    *mode = 0;
    return SUCCESS;
}

// The job's context, which it could not create if another process has the device.
static Handle current(void) {
    return is("no-context") ? NULL : (Handle)1;
}

Result cuStreamGetCtx(Handle stream, Handle* context) {
    struct stream* known = stream ? rollcall_stream(stream) : NULL;
    *context = known ? (Handle)(size_t)(known->device + CONTEXT_OF_DEVICE_0) : current();
    return SUCCESS;
}

Result cuCtxGetCurrent(Handle* context) {
    *context = current();
    return SUCCESS;
}

Result cuCtxGetId(Handle context, unsigned long long* id) {
    *id = (size_t)context;
    return SUCCESS;
}

Result cuDevicePrimaryCtxGetState(int device, unsigned* flags, int* active) {
    (void)device;
    *flags = 0;
    *active = !is("no-context");
    return SUCCESS;
}

Result cuDevicePrimaryCtxRetain(Handle* context, int device) {
    *context = (Handle)(size_t)(device + 1);
    return is("no-context") ? DEVICE_UNAVAILABLE : SUCCESS;
}

Result cuDevicePrimaryCtxRelease_v2(int device) {
    (void)device;
    return SUCCESS;
}

Result cuCtxPushCurrent_v2(Handle context) {
    (void)context;
    return SUCCESS;
}

Result cuCtxPopCurrent_v2(Handle* context) {
    *context = NULL;
    return SUCCESS;
}

Result cuModuleLoadData(Handle* module, const void* image) {
    *module = strstr(image, "rollcall_result") ? (Handle)1 : NULL;
    return *module && !getenv("ROLLCALL_DRIVER") ? SUCCESS : UNSUPPORTED_PTX_VERSION;
}

Result cuModuleGetFunction(Handle* function, Handle module, const char* name) {
    (void)name;
    *function = module;
    return SUCCESS;
}

Result cuMemHostRegister_v2(void* memory, size_t bytes, unsigned flags) {
    (void)memory, (void)bytes, (void)flags;
    return SUCCESS;
}

Result cuMemHostGetDevicePointer_v2(Address* address, void* memory, unsigned flags) {
    (void)flags;
    *address = (Address)memory;
    return SUCCESS;
}

Result cuStreamCreate(Handle* stream, unsigned flags) {
    (void)flags;
    *stream = rollcall_new_stream();
    return SUCCESS;
}

Result cuMemsetD8Async(Address at, unsigned char value, size_t bytes, Handle stream) {
    rollcall_log("set", stream);
    memset((void*)at, value, bytes);
    return SUCCESS;
}

static unsigned long long mixed(unsigned long long value) {
    value = (value ^ value >> 33) * 0xFF51AFD7ED558CCDull;
    value = (value ^ value >> 33) * 0xC4CEB9FE1A85EC53ull;
    return value ^ value >> 33;
}

// Without regard to NaNs.
Result cuLaunchKernel(Handle function, unsigned blocks, unsigned y, unsigned z, unsigned threads, unsigned yThreads, unsigned zThreads,
                      unsigned shared, Handle stream, void** parameters, void** extra) {
    (void)function, (void)y, (void)z, (void)threads, (void)yThreads, (void)zThreads, (void)shared, (void)extra;
    const unsigned char* base = *(const unsigned char**)parameters[0];
    unsigned long long bytes = *(unsigned long long*)parameters[1], *parts = *(unsigned long long**)parameters[3];
    memset(parts, 0, blocks * sizeof *parts);
    for (unsigned long long place = 0; place < (bytes + 15) / 16 * 2; place++) {
        unsigned long long word = 0, from = 8 * place;
        if (from < bytes) memcpy(&word, base + from, bytes - from < 8 ? bytes - from : 8);
        parts[place % blocks] += mixed(word + 0x9E3779B97F4A7C15ull * (place + 1));
    }
    rollcall_log("sum", stream);
    return SUCCESS;
}
