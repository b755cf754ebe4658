/*
 * Recording of CUDA's runtime: each function here records and calls the next definition, with the meaning that the agent's recording has
 * (docs/gpu.md). The stable parts of the runtime's interface are declared here. A stream is a pointer, a direction a cudaMemcpyKind.
 */
#ifndef ROLLCALL_CUDA_RUNTIME_H
#define ROLLCALL_CUDA_RUNTIME_H

#include <stddef.h>

#define EXPORT __attribute__((visibility("default")))

/* Results and directions. */
enum { CUDA_SUCCESS = 0, CUDA_SYMBOL_NOT_FOUND = 302, CUDA_UNKNOWN = 999 };
enum { WITHIN_HOST = 0, FROM_HOST = 1, TO_HOST = 2 };

struct cuda_position {
    size_t x, y, z;
};

struct cuda_pitched {
    void *pointer;
    size_t pitch, width, height;
};

struct cuda_extent {
    size_t width, height, depth;
};

/* cudaMemcpy3DParms */
struct cuda_box {
    void *source_array;
    struct cuda_position source_position;
    struct cuda_pitched source;
    void *destination_array;
    struct cuda_position destination_position;
    struct cuda_pitched destination;
    struct cuda_extent extent;
    int direction;
};

/* cudaMemcpy3DPeerParms */
struct cuda_peer_box {
    void *source_array;
    struct cuda_position source_position;
    struct cuda_pitched source;
    int source_device;
    void *destination_array;
    struct cuda_position destination_position;
    struct cuda_pitched destination;
    int destination_device;
    struct cuda_extent extent;
};

EXPORT int cudaMemcpy(void *to, const void *from, size_t bytes, int direction);
EXPORT int cudaMemcpyAsync(void *to, const void *from, size_t bytes, int direction, void *stream);
EXPORT int cudaMemcpyPeer(void *to, int to_device, const void *from, int from_device, size_t bytes);
EXPORT int cudaMemcpyPeerAsync(void *to, int to_device, const void *from, int from_device, size_t bytes, void *stream);
EXPORT int cudaMemcpy2D(void *to, size_t to_pitch, const void *from, size_t from_pitch, size_t width, size_t height, int direction);
EXPORT int cudaMemcpy2DAsync(void *to, size_t to_pitch, const void *from, size_t from_pitch, size_t width, size_t height, int direction, void *stream);
EXPORT int cudaMemcpy3D(const struct cuda_box *box);
EXPORT int cudaMemcpy3DAsync(const struct cuda_box *box, void *stream);
EXPORT int cudaMemcpy3DPeer(const struct cuda_peer_box *box);
EXPORT int cudaMemcpy3DPeerAsync(const struct cuda_peer_box *box, void *stream);
EXPORT int cudaDeviceReset(void);
EXPORT int cudaDeviceSynchronize(void);
EXPORT int cudaStreamSynchronize(void *stream);
EXPORT int cudaEventSynchronize(void *event);

/* The recorded functions, without `cuda`. */
#define CUDA_FUNCTIONS(X)                                                                                                              \
    X(Memcpy) X(MemcpyAsync) X(MemcpyPeer) X(MemcpyPeerAsync) X(Memcpy2D) X(Memcpy2DAsync) X(Memcpy3D) X(Memcpy3DAsync) X(Memcpy3DPeer)  \
    X(Memcpy3DPeerAsync) X(DeviceReset) X(DeviceSynchronize) X(StreamSynchronize) X(EventSynchronize)

#endif
