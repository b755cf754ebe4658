#include <errno.h>
#include <stdio.h>

#include "../binding.h"
#include "../function.h"
#include "../process.h"
#include "device_errors.h"
#include "driver.h"
#include "pairs.h"
#include "runtime.h"
#include "verifier.h"

#define SITE __builtin_return_address(0)
#define LIST(...) __VA_ARGS__

static const char ARRAY[] = "a side is a CUDA array";

static const char *const NAMES[] = {
#define X(name) "cuda" #name,
    CUDA_FUNCTIONS(X)
#undef X
};

static void *const RECORDED[] = {
#define X(name) (void *)cuda##name,
    CUDA_FUNCTIONS(X)
#undef X
};

struct cuda_runtime {
#define X(name) __typeof__(cuda##name) *name;
    CUDA_FUNCTIONS(X)
#undef X
};

enum { FUNCTIONS = sizeof NAMES / sizeof *NAMES };

_Static_assert((int)FUNCTIONS <= (int)BINDING_FUNCTIONS, "a binding has room for them");

_Static_assert(sizeof(struct cuda_runtime) == sizeof RECORDED, "a runtime is its functions, in the order of their names");

static struct binding runtimes = {.names = NAMES,
        .recorders = RECORDED,
        .functions = FUNCTIONS,
        .recorded = FUNCTIONS,
        .required = 0,
        .files = {"libcudart.so.13", "libcudart.so.12", "libcudart.so.11.0"}};

static const struct cuda_runtime *runtime_of(const void *site) { return (const void *)binding_at(&runtimes, site); }

/* Reading arguments */

static void set_direction(struct copy *copy, int direction) {
    copy->source.on_host = direction == FROM_HOST || direction == WITHIN_HOST;
    copy->destination.on_host = direction == TO_HOST || direction == WITHIN_HOST;
}

static void set_linear(struct copy *copy, void *to, const void *from, size_t bytes) {
    copy->source.address = (uintptr_t)from;
    copy->destination.address = (uintptr_t)to;
    copy->bytes = bytes;
}

static void set_rows(struct copy *copy, void *to, size_t to_pitch, const void *from, size_t from_pitch, size_t width, size_t height) {
    set_linear(copy, to, from, width);
    copy->rows = height;
    copy->source.pitch = from_pitch;
    copy->destination.pitch = to_pitch;
}

static void set_extent(struct copy *copy, const struct cuda_extent *extent) {
    copy->bytes = extent->width;
    copy->rows = extent->height;
    copy->planes = extent->depth;
}

static void set_side(struct copy_side *side, const void *array, const struct cuda_position *position, const struct cuda_pitched *pitched) {
    side->array = array;
    if (!array) {
        side->address = (uintptr_t)pitched->pointer;
        side->pitch = pitched->pitch;
        side->height = pitched->height;
    }
    side->x = position->x;
    side->y = position->y;
    side->z = position->z;
}

static void set_box(struct copy *copy, const struct cuda_box *box) {
    if (box) {
        set_extent(copy, &box->extent);
        set_side(&copy->source, box->source_array, &box->source_position, &box->source);
        set_side(&copy->destination, box->destination_array, &box->destination_position, &box->destination);
        set_direction(copy, box->direction);
    }
}

static void set_peer_box(struct copy *copy, const struct cuda_peer_box *box) {
    if (box) {
        set_extent(copy, &box->extent);
        set_side(&copy->source, box->source_array, &box->source_position, &box->source);
        set_side(&copy->destination, box->destination_array, &box->destination_position, &box->destination);
        copy->source.device = box->source_device;
        copy->destination.device = box->destination_device;
    }
}

static void set_peers(struct copy *copy, int to_device, int from_device) {
    copy->source.device = from_device;
    copy->destination.device = to_device;
    copy->kind = COPY_PEER;
}

/* Recording */

/* A copy that is being made. */
struct issued {
    bool recorded;
    uint64_t position;
    struct verification *verification; /* NULL if it is not verified */
};

static enum copy_kind kind_of(bool from_host, bool to_host, bool same_device) {
    if (from_host) {
        return to_host ? COPY_HOST_TO_HOST : COPY_HOST_TO_DEVICE;
    }
    return to_host ? COPY_DEVICE_TO_HOST : same_device ? COPY_DEVICE_TO_DEVICE : COPY_PEER;
}

static bool on_host(const struct copy_side *side) { return side->on_host || (side->address == 0 && !side->array); }

/* Sets kind and path by the arguments alone. */
static void set_declared_kind(struct copy *copy) {
    if (copy->kind == COPY_UNKNOWN && (on_host(&copy->source) || on_host(&copy->destination))) {
        copy->kind = (uint8_t)kind_of(on_host(&copy->source), on_host(&copy->destination), false);
    }
    copy->path = copy->kind == COPY_PEER ? PATH_UNKNOWN : PATH_DIRECT;
}

/* Sets the kind, the devices and the path, by what the driver knows of both sides. */
static void locate(struct copy *copy, const struct allocation *from, const struct allocation *to) {
    bool array = copy->source.array || copy->destination.array;
    if (from->device == HOST && to->device == HOST && (copy->kind != COPY_UNKNOWN || array)) {
        /* The driver knows neither side. The runtime will reject them, or knows better. An array is a device's, but has no address. */
        set_declared_kind(copy);
        return;
    }
    copy->kind = (uint8_t)kind_of(from->device == HOST, to->device == HOST, from->device == to->device);
    copy->source.device = from->device;
    copy->destination.device = to->device;
    copy->path = (uint8_t)(copy->kind == COPY_PEER ? pair_path(from->device, to->device) : PATH_DIRECT);
}

static bool between_or_within_devices(const struct copy *copy) { return copy->kind == COPY_PEER || copy->kind == COPY_DEVICE_TO_DEVICE; }

static bool verifies(const struct copy *copy) {
    bool all = options_copies() == COPIES_ALL;
    return copy->kind == COPY_PEER || (all && copy->kind != COPY_HOST_TO_HOST && copy->kind != COPY_UNKNOWN);
}

static struct issued record(struct copy *copy, const struct allocation *from, const struct allocation *to, bool open, const char *problem) {
    struct issued issued = {.recorded = true};
    const char *reason = NULL;
    if (open) {
        driver_record_devices();
    }
    if (copy->source.array || copy->destination.array) {
        reason = ARRAY;
    } else if (verifies(copy)) {
        reason = problem;
        issued.verification = open ? verifier_before(copy, from, to, &reason) : NULL;
    }
    if (!issued.verification && copy->path == PATH_REROUTED) {
        verifier_not_rerouted(reason ? reason : "");
        copy->path = (uint8_t)pair_unverified_path(copy->source.device, copy->destination.device);
    }
    issued.position = copy_record(copy, reason);
    if (issued.verification) {
        verifier_recorded(issued.verification, copy, issued.position);
    }
    return issued;
}

/* Records a copy that is about to be made, unless it is out of scope, and begins its verification. */
static struct issued begin(struct copy *copy) {
    const struct issued not_recorded = {.recorded = false};
    bool all = options_copies() == COPIES_ALL;
    if (inside_recorded || options_copies() == COPIES_OFF || !may_record()
            || (!all && (copy->source.on_host || copy->destination.on_host))) {
        return not_recorded;
    }
    int error = errno;
    struct issued issued = not_recorded;
    struct allocation from = {.device = HOST};
    struct allocation to = from;
    const char *problem = NULL;
    bool open = verifier_open(&problem);
    /* While a stream is captured the copy only becomes a node of a CUDA graph; it is not made now. */
    bool captured = open && driver_capturing((void *)(uintptr_t)copy->stream);
    if (open && !captured) {
        from = allocation_of(copy_first(&copy->source));
        to = allocation_of(copy_first(&copy->destination));
        locate(copy, &from, &to);
    } else {
        set_declared_kind(copy);
    }
    if (!captured && (all || between_or_within_devices(copy)) && enter_recorded()) {
        issued = record(copy, &from, &to, open, problem);
    }
    errno = error;
    return issued;
}

/* Records how a copy has ended; returns the result for the application. */
static int end(const struct copy *copy, const struct issued *issued, int result) {
    if (result != CUDA_SUCCESS) {
        device_error_check((void *)(uintptr_t)copy->stream, copy->site);
    }
    if (!issued->recorded) {
        return result;
    }
    int error = errno;
    if (result != CUDA_SUCCESS) {
        char text[64];
        snprintf(text, sizeof text, "%s returned %d", copy->function->name, result);
        if (issued->verification) {
            verifier_abandon(issued->verification);
        }
        copies_failed(issued->position, now_nanos(), heap_text(text));
    } else if (issued->verification && !verifier_after(issued->verification)) {
        result = CUDA_UNKNOWN;
    }
    inside_recorded = false;
    errno = error;
    return result;
}

#define COPY(NAME, PARAMETERS, PASSED, STREAM, SYNCHRONOUS, READ)                                                                      \
    int cuda##NAME(PARAMETERS) {                                                                                                       \
        static struct rollcall_function function = {"cuda" #NAME, 0};                                                                  \
        const struct cuda_runtime *runtime = runtime_of(SITE);                                                                         \
        if (!runtime->NAME) {                                                                                                          \
            return CUDA_SYMBOL_NOT_FOUND;                                                                                              \
        }                                                                                                                              \
        struct copy copy = {.function = &function, .site = SITE, .rows = 1, .planes = 1, .synchronous = SYNCHRONOUS};                  \
        copy.stream = (uintptr_t)(STREAM);                                                                                             \
        copy.source.device = HOST;                                                                                                     \
        copy.destination.device = HOST;                                                                                                \
        READ;                                                                                                                          \
        struct issued issued = begin(&copy);                                                                                           \
        return end(&copy, &issued, runtime->NAME(PASSED));                                                                             \
    }

COPY(Memcpy, LIST(void *to, const void *from, size_t bytes, int direction), LIST(to, from, bytes, direction), 0, true,
        set_linear(&copy, to, from, bytes);
        set_direction(&copy, direction))
COPY(MemcpyAsync, LIST(void *to, const void *from, size_t bytes, int direction, void *stream), LIST(to, from, bytes, direction, stream),
        stream, false, set_linear(&copy, to, from, bytes);
        set_direction(&copy, direction))
COPY(MemcpyPeer, LIST(void *to, int to_device, const void *from, int from_device, size_t bytes),
        LIST(to, to_device, from, from_device, bytes), 0, true, set_linear(&copy, to, from, bytes);
        set_peers(&copy, to_device, from_device))
COPY(MemcpyPeerAsync, LIST(void *to, int to_device, const void *from, int from_device, size_t bytes, void *stream),
        LIST(to, to_device, from, from_device, bytes, stream), stream, false, set_linear(&copy, to, from, bytes);
        set_peers(&copy, to_device, from_device))
COPY(Memcpy2D, LIST(void *to, size_t to_pitch, const void *from, size_t from_pitch, size_t width, size_t height, int direction),
        LIST(to, to_pitch, from, from_pitch, width, height, direction), 0, true,
        set_rows(&copy, to, to_pitch, from, from_pitch, width, height);
        set_direction(&copy, direction))
COPY(Memcpy2DAsync,
        LIST(void *to, size_t to_pitch, const void *from, size_t from_pitch, size_t width, size_t height, int direction, void *stream),
        LIST(to, to_pitch, from, from_pitch, width, height, direction, stream), stream, false,
        set_rows(&copy, to, to_pitch, from, from_pitch, width, height);
        set_direction(&copy, direction))
COPY(Memcpy3D, const struct cuda_box *box, box, 0, true, set_box(&copy, box))
COPY(Memcpy3DAsync, LIST(const struct cuda_box *box, void *stream), LIST(box, stream), stream, false, set_box(&copy, box))
COPY(Memcpy3DPeer, const struct cuda_peer_box *box, box, 0, true, set_peer_box(&copy, box);
        copy.kind = COPY_PEER)
COPY(Memcpy3DPeerAsync, LIST(const struct cuda_peer_box *box, void *stream), LIST(box, stream), stream, false, set_peer_box(&copy, box);
        copy.kind = COPY_PEER)

int cudaDeviceReset(void) {
    const struct cuda_runtime *runtime = runtime_of(SITE);
    int32_t device = recording() ? driver_current_device() : -1;
    if (device >= 0) {
        verifier_ending(device);
    }
    return runtime->DeviceReset ? runtime->DeviceReset() : CUDA_SYMBOL_NOT_FOUND;
}

/* These are not recorded, but show errors. */
#define SYNCHRONIZE(NAME, PARAMETERS, PASSED, STREAM)                                                                                  \
    int cuda##NAME(PARAMETERS) {                                                                                                       \
        const struct cuda_runtime *runtime = runtime_of(SITE);                                                                         \
        int result = runtime->NAME ? runtime->NAME(PASSED) : CUDA_SYMBOL_NOT_FOUND;                                                    \
        if (result != CUDA_SUCCESS && !inside_recorded) {                                                                              \
            device_error_check(STREAM, SITE);                                                                                          \
        }                                                                                                                              \
        return result;                                                                                                                 \
    }

SYNCHRONIZE(DeviceSynchronize, void, , NULL)
SYNCHRONIZE(StreamSynchronize, void *stream, stream, stream)
SYNCHRONIZE(EventSynchronize, void *event, event, NULL)
