/*
 * The CUDA driver, as the process has loaded it. It is not there where this is built, so its stable parts are declared here. Contexts,
 * streams, events and functions are pointers; a device is its ordinal.
 */
#ifndef ROLLCALL_CUDA_DRIVER_H
#define ROLLCALL_CUDA_DRIVER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    CU_SUCCESS = 0,
    CU_OUT_OF_MEMORY = 2,
    CU_DEINITIALIZED = 4,
    CU_INVALID_CONTEXT = 201,
    CU_INVALID_HANDLE = 400,
    CU_NOT_READY = 600,
    CU_DESTROYED = 709
};
enum { CU_EVENT_DISABLE_TIMING = 2, CU_CAPTURE_RELAXED = 2, CU_STREAM_NON_BLOCKING = 1, CU_HOST_PORTABLE = 1, CU_HOST_MAPPED = 2 };

/* CUDA_MEMCPY2D */
struct cuda_rows {
    size_t source_x, source_y;
    int source_type;
    const void *source_host;
    uint64_t source_device;
    void *source_array;
    size_t source_pitch, destination_x, destination_y;
    int destination_type;
    void *destination_host;
    uint64_t destination_device;
    void *destination_array;
    size_t destination_pitch, width, height;
};

/* The functions, by the names that the driver exports. */
#define DRIVER_FUNCTIONS(X)                                                                                                            \
    X(cuDriverGetVersion, (int *version))                                                                                              \
    X(cuGetErrorName, (int error, const char **name))                                                                                  \
    X(cuDeviceGetCount, (int *count))                                                                                                  \
    X(cuDeviceGet, (int *device, int ordinal))                                                                                         \
    X(cuDeviceGetUuid_v2, (void *uuid, int device))                                                                                    \
    X(cuDeviceGetAttribute, (int *value, int attribute, int device))                                                                   \
    X(cuDeviceCanAccessPeer, (int *can, int device, int peer))                                                                         \
    X(cuDevicePrimaryCtxGetState, (int device, unsigned *flags, int *active))                                                          \
    X(cuDevicePrimaryCtxRetain, (void **context, int device))                                                                          \
    X(cuDevicePrimaryCtxRelease_v2, (int device))                                                                                      \
    X(cuCtxGetCurrent, (void **context))                                                                                               \
    X(cuCtxPushCurrent_v2, (void *context))                                                                                            \
    X(cuCtxPopCurrent_v2, (void **context))                                                                                            \
    X(cuCtxGetDevice, (int *device))                                                                                                   \
    X(cuThreadExchangeStreamCaptureMode, (int *mode))                                                                                  \
    X(cuStreamCreate, (void **stream, unsigned flags))                                                                                 \
    X(cuStreamGetCtx, (void *stream, void **context))                                                                                  \
    X(cuStreamIsCapturing, (void *stream, int *status))                                                                                \
    X(cuStreamQuery, (void *stream))                                                                                                   \
    X(cuStreamSynchronize, (void *stream))                                                                                             \
    X(cuStreamWaitEvent, (void *stream, void *event, unsigned flags))                                                                  \
    X(cuEventCreate, (void **event, unsigned flags))                                                                                   \
    X(cuEventRecord, (void *event, void *stream))                                                                                      \
    X(cuEventQuery, (void *event))                                                                                                     \
    X(cuEventSynchronize, (void *event))                                                                                               \
    X(cuPointerGetAttributes, (unsigned count, int *attributes, void **values, uint64_t address))                                      \
    X(cuMemAlloc_v2, (uint64_t *address, size_t bytes))                                                                                \
    X(cuMemsetD8Async, (uint64_t address, unsigned char value, size_t bytes, void *stream))                                            \
    X(cuMemHostRegister_v2, (void *memory, size_t bytes, unsigned flags))                                                              \
    X(cuMemHostGetDevicePointer_v2, (uint64_t *address, void *memory, unsigned flags))                                                 \
    X(cuMemHostGetFlags, (unsigned *flags, void *memory))                                                                              \
    X(cuMemcpyDtoHAsync_v2, (void *to, uint64_t from, size_t bytes, void *stream))                                                     \
    X(cuMemcpy2DAsync_v2, (const struct cuda_rows *rows, void *stream))                                                                \
    X(cuModuleLoadData, (void **module, const void *image))                                                                            \
    X(cuModuleGetFunction, (void **function, void *module, const char *name))                                                          \
    X(cuLaunchKernel, (void *function, unsigned x, unsigned y, unsigned z, unsigned block_x, unsigned block_y, unsigned block_z,       \
            unsigned shared, void *stream, void **parameters, void **extra))

struct cuda_driver {
#define X(name, parameters) int(*name) parameters;
    DRIVER_FUNCTIONS(X)
#undef X
    int (*cuCtxGetId)(void *context, unsigned long long *id); /* NULL before CUDA 12 */
};
extern struct cuda_driver driver;

/* Whether the process has loaded a driver of CUDA 11.4 or later. */
bool driver_open(void);
/* Why driver_open returned false; whether it always will. */
const char *driver_problem(void);
bool driver_unfit(void);
/* Whether a stream is being captured into a graph, or a capture of another one forbids the question. */
bool driver_capturing(const void *stream);
/* Writes the devices' UUIDs into the trace, once. */
void driver_record_devices(void);
/* The ordinal of the current device, -1 if unknown. */
int32_t driver_current_device(void);
/* The name of an error, such as CUDA_ERROR_INVALID_VALUE. */
const char *driver_error_name(int error);
/* Lets this thread do what captures of other threads forbid; returns the mode for driver_restore. */
int driver_relax(void);
void driver_restore(int mode);
/* The handles 0, 1 and 2 stand for streams of the current context. */
static inline bool default_stream(uint64_t stream) { return stream <= 2; }
/* In a forked child, which may load another driver. */
void driver_forked(void);

#endif
