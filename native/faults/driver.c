// A CUDA driver for tests that is of no use for verification. The environment variable ROLLCALL_DRIVER says why: no-device, old,
// no-context (another process has the device for itself), no-kernel, bare (nobody but the job uses the primary contexts), or part (its devices are MIG devices of one GPU, and
// cuDeviceGetUuid gives the UUID of that GPU, as the real one does). Where it says sums, the driver verifies: its devices' memory is the
// host's, copies are made at once, and the kernels of native/checksum/checksum.cu run on the host (checksum.cc). There are two devices, or as many as ROLLCALL_DEVICES says, 8 at
// most. Memory is a table of addresses: what is allocated belongs to the device that was current, addresses below 0x6000 to the
// first device, those from there to 0x10000 to the second.
// A kernel is given an address first; where its device cannot reach that, its context is broken from the next synchronization on.
// Otherwise, of the agent's kernels only that of native/checksum/result.cu is accepted, which is done at once.
// Streams and events are those of streams.h.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "streams.h"

typedef int Result;
typedef unsigned long long Address;
typedef void* Handle;

enum { SUCCESS = 0, NO_DEVICE = 100, DEVICE_UNAVAILABLE = 46, UNSUPPORTED_PTX_VERSION = 222, NOT_READY = 600, NOT_SUPPORTED = 801 };
enum { INVALID_VALUE = 1, INVALID_HANDLE = 400, ILLEGAL_ADDRESS = 700 };
enum { CONTEXT = 1, MEMORY_TYPE = 2, DEVICE_POINTER = 3, IS_MANAGED = 8, DEVICE_ORDINAL = 9, RANGE_START = 11, RANGE_SIZE = 12 };
enum { HOST = -1, HOST_MEMORY = 1, DEVICE_MEMORY = 2, MAX_MEMORY = 4096, MAX_CONTEXTS = 64, MAX_DEPTH = 16, MAX_DEVICES = 8 };

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
    const char* said = getenv("ROLLCALL_DEVICES");
    *count = said ? atoi(said) : 2;
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

Result cuDeviceGetUuid_v2(char* uuid, int device) {
    memset(uuid, 0x30 + device, 16);
    return SUCCESS;
}

Result cuGetErrorName(int error, const char** name) {
    *name = error == NOT_SUPPORTED ? "CUDA_ERROR_NOT_SUPPORTED" : error == UNSUPPORTED_PTX_VERSION ? "CUDA_ERROR_UNSUPPORTED_PTX_VERSION"
                                                                                                  : "CUDA_ERROR";
    return SUCCESS;
}

Result cuDeviceGetAttribute(int* value, int attribute, int device) {
    (void)device;
    *value = attribute == 16 ? 4 : 0;
    return SUCCESS;
}

Result cuDeviceCanAccessPeer(int* can, int one, int other) {
    *can = one != other;
    return SUCCESS;
}

static _Thread_local int device_of_thread;
static _Thread_local Handle pushed[MAX_DEPTH];
static _Thread_local int depth;

// The contexts by their handles, from 1: the primary ones first. A fault shows at the next synchronization.
static struct context {
    int device, faulty, broken, reaches[MAX_DEVICES];
} contexts[MAX_CONTEXTS];
static int last_context = MAX_DEVICES;

static void new_context(int number, int device) {
    contexts[number] = (struct context){.device = device};
    contexts[number].reaches[device] = 1;
}

__attribute__((constructor)) static void make_primary_contexts(void) {
    for (int device = 0; device < MAX_DEVICES; device++) new_context(device + CONTEXT_OF_DEVICE_0, device);
}

// The job's context, which it could not create if another process has the device.
static Handle current(void) {
    if (is("no-context")) return NULL;
    return depth ? pushed[depth - 1] : (Handle)(size_t)(device_of_thread + CONTEXT_OF_DEVICE_0);
}

static struct context* context_of(Handle handle) {
    return &contexts[(size_t)handle % MAX_CONTEXTS];
}

static struct memory {
    Address start;
    size_t bytes;
    int device;
} memories[MAX_MEMORY];
static int memory_count;

static void add_memory(Address start, size_t bytes, int device) {
    int at = __atomic_fetch_add(&memory_count, 1, __ATOMIC_SEQ_CST) % MAX_MEMORY;
    memories[at] = (struct memory){start, bytes, device};
}

void rollcall_allocated(Address start, size_t bytes) {
    add_memory(start, bytes, context_of(current())->device);
}

void rollcall_pinned(Address start, size_t bytes) {
    add_memory(start, bytes, HOST);
}

void rollcall_freed(Address start) {
    for (int i = 0; i < MAX_MEMORY; i++) {
        if (memories[i].start == start) memories[i].bytes = 0;
    }
}

static const struct memory* memory_of(Address address) {
    static const struct memory first = {0, 0x6000, 0}, second = {0x6000, 0xa000, 1};
    if (address < 0x10000) return address < 0x6000 ? &first : &second;
    for (int i = 0; i < MAX_MEMORY; i++) {
        if (address - memories[i].start < memories[i].bytes) return &memories[i];
    }
    return NULL;
}

static int reaches(const struct context* context, const struct memory* memory) {
    return memory->device == HOST || context->reaches[memory->device];
}

Result cuPointerGetAttribute(void* value, int attribute, Address address) {
    const struct memory* memory = memory_of(address);
    if (!memory) return INVALID_VALUE;
    switch (attribute) {
        case MEMORY_TYPE: *(unsigned*)value = memory->device == HOST ? HOST_MEMORY : DEVICE_MEMORY; break;
        case DEVICE_ORDINAL: *(int*)value = memory->device == HOST ? 0 : memory->device; break;
        case CONTEXT: *(Handle*)value = is("sums") ? (Handle)(size_t)(memory->device + CONTEXT_OF_DEVICE_0) : NULL; break;
        case IS_MANAGED: *(unsigned char*)value = 0; break;
        case RANGE_START: *(Address*)value = memory->start; break;
        case RANGE_SIZE: *(size_t*)value = memory->bytes; break;
        case DEVICE_POINTER:
            if (!current() || !reaches(context_of(current()), memory)) return INVALID_VALUE;
            *(Address*)value = address;
            break;
        default: return NOT_SUPPORTED;
    }
    return SUCCESS;
}

// Leaves the value of what is unknown.
Result cuPointerGetAttributes(unsigned count, int* attributes, void** values, Address address) {
    for (unsigned i = 0; i < count; i++) cuPointerGetAttribute(values[i], attributes[i], address);
    return SUCCESS;
}

Result cuMemHostGetFlags(unsigned* flags, void* memory) {
    (void)memory;
    *flags = 0;
    return SUCCESS;
}

Result cuMemAlloc_v2(Address* address, size_t bytes) {
    *address = (Address)malloc(bytes);
    rollcall_allocated(*address, bytes);
    return SUCCESS;
}

static struct stream standard;
static struct stream* streams[1024];
static int stream_count;
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

static struct context* context_of_stream(Handle stream) {
    struct stream* known = stream ? rollcall_stream(stream) : NULL;
    return known ? &contexts[known->device + CONTEXT_OF_DEVICE_0] : context_of(current());
}

static Result state(const struct context* context) {
    return context->broken ? ILLEGAL_ADDRESS : SUCCESS;
}

static Result synchronized(struct context* context) {
    context->broken |= context->faulty;
    return state(context);
}

Result cuStreamIsCapturing(Handle stream, int* status) {
    struct stream* known = rollcall_stream(stream);
    *status = known && known->capturing;
    return state(context_of_stream(stream));
}

Result cuStreamCreate(Handle* stream, unsigned flags) {
    (void)flags;
    int before = device_of_thread;
    device_of_thread = context_of(current())->device;
    *stream = rollcall_new_stream();
    device_of_thread = before;
    return SUCCESS;
}

Result cuStreamSynchronize(Handle stream) {
    rollcall_log("synchronize", stream);
    return synchronized(context_of_stream(stream));
}

Result cuStreamQuery(Handle stream) {
    return synchronized(context_of_stream(stream));
}

Result cuCtxSynchronize(void) {
    return synchronized(context_of(current()));
}

// The module and function of native/checksum/result.cu; those of the application are null.
#define RESULT_KERNEL ((Handle)1)

// The functions of native/checksum/checksum.cu from here on, and its module. They are not there without a C++ compiler.
#define CHECKSUM_KERNELS ((Handle)16)

__attribute__((weak)) int rollcall_checksum_kernel(const char* name);
__attribute__((weak)) void rollcall_checksum_run(int kernel, unsigned grid, void** arguments);

static unsigned long long mixed(unsigned long long value) {
    value = (value ^ value >> 33) * 0xFF51AFD7ED558CCDull;
    value = (value ^ value >> 33) * 0xC4CEB9FE1A85EC53ull;
    return value ^ value >> 33;
}

// Without regard to NaNs.
static void sum(unsigned blocks, void** arguments) {
    const unsigned char* base = *(const unsigned char**)arguments[0];
    unsigned long long bytes = *(unsigned long long*)arguments[1], *parts = *(unsigned long long**)arguments[3];
    memset(parts, 0, blocks * sizeof *parts);
    for (unsigned long long place = 0; place < (bytes + 15) / 16 * 2; place++) {
        unsigned long long word = 0, from = 8 * place;
        if (from < bytes) memcpy(&word, base + from, bytes - from < 8 ? bytes - from : 8);
        parts[place % blocks] += mixed(word + 0x9E3779B97F4A7C15ull * (place + 1));
    }
}

// The application's functions do nothing.
Result cuLaunchKernel(
    Handle function, unsigned x, unsigned y, unsigned z, unsigned bx, unsigned by, unsigned bz, unsigned shared, Handle stream,
    void** arguments, void** extra) {
    (void)y, (void)z, (void)by, (void)bz, (void)shared, (void)extra;
    if (!bx) return INVALID_VALUE;
    struct context* context = context_of_stream(stream);
    if (context != context_of(current())) return INVALID_HANDLE;
    if (context->broken) return ILLEGAL_ADDRESS;
    const struct memory* memory = arguments ? memory_of(*(Address*)arguments[0]) : NULL;
    int nothing = function == RESULT_KERNEL && *(unsigned long long*)arguments[1] == 0;
    if (!nothing && (!memory || !reaches(context, memory))) {
        context->faulty = 1;
    } else if (function >= CHECKSUM_KERNELS) {
        rollcall_log("checksum", stream);
        rollcall_checksum_run((int)(function - CHECKSUM_KERNELS), x, arguments);
    } else if (function == RESULT_KERNEL) {
        rollcall_log("sum", stream);
        sum(x, arguments);
    }
    return SUCCESS;
}

Result cuMemFree_v2(Address address) {
    rollcall_freed(address);
    return synchronized(context_of(current()));
}

static Result copied(Address to, Address from, size_t bytes, Handle stream) {
    Result result = state(context_of_stream(stream));
    if (result == SUCCESS && is("sums")) memmove((void*)to, (const void*)from, bytes);
    return result;
}

Result cuMemcpyAsync(Address to, Address from, size_t bytes, Handle stream) {
    return copied(to, from, bytes, stream);
}

Result cuMemcpy(Address to, Address from, size_t bytes) {
    return copied(to, from, bytes, NULL);
}

Result cuMemcpyPeerAsync(Address to, Handle toContext, Address from, Handle fromContext, size_t bytes, Handle stream) {
    (void)toContext, (void)fromContext;
    return copied(to, from, bytes, stream);
}

Result cuMemcpyPeer(Address to, Handle toContext, Address from, Handle fromContext, size_t bytes) {
    (void)toContext, (void)fromContext;
    return copied(to, from, bytes, NULL);
}

Result cuMemcpyDtoDAsync_v2(Address to, Address from, size_t bytes, Handle stream) {
    return copied(to, from, bytes, stream);
}

Result cuMemcpyHtoD_v2(Address to, const void* from, size_t bytes) {
    return copied(to, (Address)from, bytes, NULL);
}

Result cuMemcpyDtoHAsync_v2(void* to, Address from, size_t bytes, Handle stream) {
    return copied((Address)to, from, bytes, stream);
}

Result cuMemcpyDtoH_v2(void* to, Address from, size_t bytes) {
    if (is("sums")) return copied((Address)to, from, bytes, NULL);
    memset(to, 0, bytes);
    return synchronized(context_of_stream(NULL));
}

// CUDA_MEMCPY2D. The types of memory are the host's, a device's, or left to the driver, in which case it is in the device's field.
struct rows {
    size_t fromX, fromY;
    int fromType;
    Address fromHost, from;
    Handle fromArray;
    size_t fromPitch, toX, toY;
    int toType;
    Address toHost, to;
    Handle toArray;
    size_t toPitch, width, height;
};

Result cuMemcpy2DAsync_v2(const struct rows* rows, Handle stream) {
    Address from = rows->fromType == HOST_MEMORY ? rows->fromHost : rows->from;
    Address to = rows->toType == HOST_MEMORY ? rows->toHost : rows->to;
    Result result = state(context_of_stream(stream));
    for (size_t row = 0; row < rows->height && result == SUCCESS; row++) {
        result = copied(to + row * rows->toPitch, from + row * rows->fromPitch, rows->width, stream);
    }
    return result;
}

// An event is the stream as it was, and is named after it in the log.
struct event {
    Handle stream;
    struct stream state;
    struct context* context;
};

Result cuEventCreate(struct event** event, unsigned flags) {
    (void)flags;
    *event = calloc(1, sizeof **event);
    (*event)->context = context_of(current());
    return SUCCESS;
}

Result cuEventRecord(struct event* event, Handle stream) {
    if (is("sums") && event->context != context_of_stream(stream)) return INVALID_HANDLE;
    event->stream = stream;
    event->state = *rollcall_stream(stream);
    rollcall_log("record", stream);
    return SUCCESS;
}

Result cuEventQuery(struct event* event) {
    rollcall_log("query", event->stream);
    if (synchronized(context_of_stream(event->stream))) return ILLEGAL_ADDRESS;
    return rollcall_done(&event->state) ? SUCCESS : NOT_READY;
}

Result cuEventSynchronize(struct event* event) {
    rollcall_log("wait", event->stream);
    return cuEventQuery(event);
}

Result cuStreamWaitEvent(Handle stream, struct event* event, unsigned flags) {
    (void)event, (void)flags;
    return state(context_of_stream(stream));
}

Result cuThreadExchangeStreamCaptureMode(int* mode) {
    *mode = 0;
    return SUCCESS;
}

Result cuStreamGetCtx(Handle stream, Handle* context) {
    struct stream* known = stream ? rollcall_stream(stream) : NULL;
    *context = known ? (Handle)(size_t)(known->device + CONTEXT_OF_DEVICE_0) : current();
    return state(context_of(*context));
}

Result cuCtxGetCurrent(Handle* context) {
    *context = current();
    return SUCCESS;
}

Result cuCtxGetId(Handle context, unsigned long long* id) {
    *id = (size_t)context;
    return SUCCESS;
}

// How often the job has retained each primary context.
static int retained[MAX_DEVICES];

Result cuDevicePrimaryCtxGetState(int device, unsigned* flags, int* active) {
    *flags = 0;
    *active = is("bare") ? retained[device] > 0 : !is("no-context");
    return SUCCESS;
}

Result cuDevicePrimaryCtxRetain(Handle* context, int device) {
    *context = (Handle)(size_t)(device + 1);
    if (is("no-context")) return DEVICE_UNAVAILABLE;
    __atomic_add_fetch(&retained[device], 1, __ATOMIC_SEQ_CST);
    return SUCCESS;
}

Result cuDevicePrimaryCtxReset_v2(int device) {
    contexts[device + CONTEXT_OF_DEVICE_0].faulty = contexts[device + CONTEXT_OF_DEVICE_0].broken = 0;
    return SUCCESS;
}

Result cuDevicePrimaryCtxRelease_v2(int device) {
    int rest = __atomic_sub_fetch(&retained[device], 1, __ATOMIC_SEQ_CST);
    return is("bare") && !rest ? cuDevicePrimaryCtxReset_v2(device) : SUCCESS;
}

Result cuCtxPushCurrent_v2(Handle context) {
    pushed[depth++] = context;
    return SUCCESS;
}

Result cuCtxPopCurrent_v2(Handle* context) {
    *context = current();
    if (depth) depth--;
    return SUCCESS;
}

Result cuCtxSetCurrent(Handle context) {
    depth = 0;
    return cuCtxPushCurrent_v2(context);
}

Result cuCtxGetDevice(int* device) {
    *device = context_of(current())->device;
    return SUCCESS;
}

Result cuCtxCreate_v2(Handle* context, unsigned flags, int device) {
    (void)flags;
    int number = ++last_context;
    new_context(number, device);
    *context = (Handle)(size_t)number;
    return cuCtxPushCurrent_v2(*context);
}

// The next context gets the handle again.
Result cuCtxDestroy_v2(Handle context) {
    if (depth && current() == context) depth--;
    last_context = (int)(size_t)context - 1;
    return SUCCESS;
}

Result cuCtxDetach(Handle context) {
    return cuCtxDestroy_v2(context);
}

Result cuCtxEnablePeerAccess(Handle peer, unsigned flags) {
    (void)flags;
    context_of(current())->reaches[context_of(peer)->device] = 1;
    return SUCCESS;
}

Result cuModuleLoadData(Handle* module, const void* image) {
    int result = strstr(image, "rollcall_result") != NULL;
    if (strstr(image, "rollcall_checksum") && rollcall_checksum_run && is("sums")) {
        *module = CHECKSUM_KERNELS;
        return SUCCESS;
    }
    if (result) rollcall_log("load", image);
    *module = result ? RESULT_KERNEL : NULL;
    return strstr(image, "rollcall_checksum") || (result && getenv("ROLLCALL_DRIVER")) ? UNSUPPORTED_PTX_VERSION : SUCCESS;
}

Result cuModuleGetFunction(Handle* function, Handle module, const char* name) {
    *function = module == CHECKSUM_KERNELS ? CHECKSUM_KERNELS + rollcall_checksum_kernel(name) : module;
    return SUCCESS;
}

Result cuMemHostRegister_v2(void* memory, size_t bytes, unsigned flags) {
    (void)flags;
    rollcall_pinned((Address)memory, bytes);
    return SUCCESS;
}

Result cuMemHostGetDevicePointer_v2(Address* address, void* memory, unsigned flags) {
    (void)flags;
    *address = (Address)memory;
    return SUCCESS;
}

Result cuMemsetD8_v2(Address at, unsigned char value, size_t bytes) {
    memset((void*)at, value, bytes);
    return SUCCESS;
}

Result cuMemsetD8Async(Address at, unsigned char value, size_t bytes, Handle stream) {
    rollcall_log("set", stream);
    memset((void*)at, value, bytes);
    return SUCCESS;
}
