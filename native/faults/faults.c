// Corrupts copies between devices, for tests. Preload it, and write a fault into the file that the environment variable ROLLCALL_FAULTS
// names: none, zero, skip, truncate, permute or flip. With a number after it, only copies of so many bytes are corrupted, including
// those from and to the host. native/faults/build compiles it.
//
// The environment variable ROLLCALL_WRONG_RESULT, such as "1 3", makes the first bytes of the result wrong on the rank that the variable RANK
// names, of its third ncclAllReduce. The stream does that right behind the call.
//
// It replaces functions of the driver API. CUDA's runtime looks these up by dlsym and cuGetProcAddress, which therefore return the
// functions below.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef int Result;
typedef unsigned long long Address;
typedef void* Handle;

typedef Result (*Linear)(Address to, Handle toContext, Address from, Handle fromContext, size_t bytes, Handle stream);

static void* realDlsym(void* library, const char* name) {
    static void* (*found)(void*, const char*);
    if (!found) found = dlvsym(RTLD_NEXT, "dlsym", "GLIBC_2.34");
    if (!found) found = dlvsym(RTLD_NEXT, "dlsym", "GLIBC_2.2.5");
    return found(library, name);
}

static void* driver(const char* name) {
    static void* library;
    if (!library) library = dlopen("libcuda.so.1", RTLD_NOW);
    return realDlsym(library, name);
}

#define DRIVER(name, type) ((type)driver(name))

// Returns the fault, and sets the size of the copies that it applies to; 0 for all copies between devices.
static const char* fault(size_t* bytes) {
    static _Thread_local char word[16];
    const char* path = getenv("ROLLCALL_FAULTS");
    FILE* file = path ? fopen(path, "r") : NULL;
    word[0] = 0;
    *bytes = 0;
    if (file) {
        if (fscanf(file, "%15s %zu", word, bytes) < 1) word[0] = 0;
        fclose(file);
    }
    return word;
}

static int onDevice(Address address) {
    unsigned type = 0;
    Result result = DRIVER("cuPointerGetAttribute", Result (*)(void*, int, Address))(&type, 2, address);
    return result == 0 && type == 2;
}

// Memory can only be set in the context that holds it.
static Result zero(Address at, size_t bytes, Handle stream) {
    Handle context = NULL;
    DRIVER("cuStreamSynchronize", Result (*)(Handle))(stream);
    if (!onDevice(at)) return memset((void*)at, 0, bytes), 0;
    DRIVER("cuPointerGetAttribute", Result (*)(void*, int, Address))(&context, 1, at);
    DRIVER("cuCtxPushCurrent_v2", Result (*)(Handle))(context);
    Result result = DRIVER("cuMemsetD8_v2", Result (*)(Address, unsigned char, size_t))(at, 0, bytes);
    DRIVER("cuCtxSynchronize", Result (*)(void))();
    DRIVER("cuCtxPopCurrent_v2", Result (*)(Handle*))(&context);
    return result;
}

static Result flip(Address at, Handle stream) {
    unsigned char value = 0;
    DRIVER("cuStreamSynchronize", Result (*)(Handle))(stream);
    if (!onDevice(at)) return *(unsigned char*)at ^= 8, 0;
    DRIVER("cuMemcpyDtoH_v2", Result (*)(void*, Address, size_t))(&value, at, 1);
    value ^= 8;
    return DRIVER("cuMemcpyHtoD_v2", Result (*)(Address, const void*, size_t))(at, &value, 1);
}

static Result copy(Linear real, Address to, Handle toContext, Address from, Handle fromContext, size_t bytes, Handle stream) {
    size_t wanted;
    const char* what = fault(&wanted);
    size_t half = bytes / 8 * 4;
    int hit = wanted ? bytes == wanted : onDevice(to) && onDevice(from);
    if (!hit) return real(to, toContext, from, fromContext, bytes, stream);
    if (!strcmp(what, "skip")) return 0;
    if (!strcmp(what, "zero")) return zero(to, bytes, stream);
    if (!strcmp(what, "truncate")) return real(to, toContext, from, fromContext, bytes * 2 / 3, stream);
    Result result = real(to, toContext, from, fromContext, bytes, stream);
    if (result == 0 && !strcmp(what, "permute")) {
        real(to, toContext, from + half, fromContext, half, stream);
        result = real(to + half, toContext, from, fromContext, half, stream);
    }
    if (result == 0 && !strcmp(what, "flip")) result = flip(to + bytes / 3, stream);
    return result;
}

// For each replaced function: a pointer to the real one, if the runtime has looked it up, and a call of it.
#define REAL(name) static void* real_##name;
#define FIND(name) (real_##name ? real_##name : driver(#name))

#define PEER(name, parameters, stream)                                                                                   \
    REAL(name)                                                                                                           \
    static Result inner_##name(Address to, Handle tc, Address from, Handle fc, size_t bytes, Handle s) {                 \
        (void)s;                                                                                                         \
        return ((Result(*) parameters)FIND(name))(to, tc, from, fc, bytes

#define LINEAR(name, parameters)                                                                                         \
    REAL(name)                                                                                                           \
    static Result inner_##name(Address to, Handle tc, Address from, Handle fc, size_t bytes, Handle s) {                 \
        (void)tc, (void)fc, (void)s;                                                                                     \
        return ((Result(*) parameters)FIND(name))(to, from, bytes

PEER(cuMemcpyPeer, (Address, Handle, Address, Handle, size_t), 0)); }
Result cuMemcpyPeer(Address to, Handle tc, Address from, Handle fc, size_t bytes) {
    return copy(inner_cuMemcpyPeer, to, tc, from, fc, bytes, NULL);
}

PEER(cuMemcpyPeerAsync, (Address, Handle, Address, Handle, size_t, Handle), s), s); }
Result cuMemcpyPeerAsync(Address to, Handle tc, Address from, Handle fc, size_t bytes, Handle stream) {
    return copy(inner_cuMemcpyPeerAsync, to, tc, from, fc, bytes, stream);
}

#define PLAIN(name)                                                                                                      \
    LINEAR(name, (Address, Address, size_t))); }                                                                         \
    Result name(Address to, Address from, size_t bytes) { return copy(inner_##name, to, NULL, from, NULL, bytes, NULL); }

#define ASYNC(name)                                                                                                      \
    LINEAR(name, (Address, Address, size_t, Handle)), s); }                                                              \
    Result name(Address to, Address from, size_t bytes, Handle stream) {                                                 \
        return copy(inner_##name, to, NULL, from, NULL, bytes, stream);                                                  \
    }

PLAIN(cuMemcpy)
PLAIN(cuMemcpyDtoD_v2)
ASYNC(cuMemcpyAsync)
ASYNC(cuMemcpyDtoDAsync_v2)
// The host's addresses are passed as numbers, too.
PLAIN(cuMemcpyHtoD_v2)
PLAIN(cuMemcpyDtoH_v2)
ASYNC(cuMemcpyHtoDAsync_v2)
ASYNC(cuMemcpyDtoHAsync_v2)

// Copies of boxes are either skipped or made. The structures below are the beginning of CUDA's; they give the types of memory of
// both sides.
struct Box2 {
    size_t fromX, fromY;
    int fromType;
    const void* fromHost;
    Address from;
    Handle fromArray;
    size_t fromPitch, toX, toY;
    int toType;
};

struct Box3 {
    size_t fromX, fromY, fromZ, fromLod;
    int fromType;
    const void* fromHost;
    Address from;
    Handle fromArray, fromContext;
    size_t fromPitch, fromHeight, toX, toY, toZ, toLod;
    int toType;
};

static int skipped(int fromType, int toType) {
    size_t wanted;
    // Type 4 leaves the kind of memory to the driver, as the application may do through the runtime.
    return (fromType == 2 || fromType == 4) && (toType == 2 || toType == 4) && !strcmp(fault(&wanted), "skip");
}

#define BOX(name, type)                                                                                                  \
    REAL(name)                                                                                                           \
    Result name(const struct type* box) {                                                                                \
        return skipped(box->fromType, box->toType) ? 0 : ((Result(*)(const struct type*))FIND(name))(box);               \
    }

#define BOX_ASYNC(name, type)                                                                                            \
    REAL(name)                                                                                                           \
    Result name(const struct type* box, Handle stream) {                                                                 \
        return skipped(box->fromType, box->toType) ? 0                                                                   \
                                                   : ((Result(*)(const struct type*, Handle))FIND(name))(box, stream);   \
    }

BOX(cuMemcpy2D_v2, Box2)
BOX(cuMemcpy2DUnaligned_v2, Box2)
BOX_ASYNC(cuMemcpy2DAsync_v2, Box2)
BOX(cuMemcpy3D_v2, Box3)
BOX_ASYNC(cuMemcpy3DAsync_v2, Box3)
BOX(cuMemcpy3DPeer, Box3)
BOX_ASYNC(cuMemcpy3DPeerAsync, Box3)

struct Replaced {
    const char* name;
    void* ours;
    void** real;
};

#define REPLACED(name, function) {name, (void*)function, &real_##function}

static const struct Replaced REPLACEMENTS[] = {
    REPLACED("cuMemcpyPeer", cuMemcpyPeer),
    REPLACED("cuMemcpyPeerAsync", cuMemcpyPeerAsync),
    REPLACED("cuMemcpy", cuMemcpy),
    REPLACED("cuMemcpyAsync", cuMemcpyAsync),
    REPLACED("cuMemcpyDtoD", cuMemcpyDtoD_v2),
    REPLACED("cuMemcpyDtoDAsync", cuMemcpyDtoDAsync_v2),
    REPLACED("cuMemcpyHtoD", cuMemcpyHtoD_v2),
    REPLACED("cuMemcpyDtoH", cuMemcpyDtoH_v2),
    REPLACED("cuMemcpyHtoDAsync", cuMemcpyHtoDAsync_v2),
    REPLACED("cuMemcpyDtoHAsync", cuMemcpyDtoHAsync_v2),
    REPLACED("cuMemcpy2D", cuMemcpy2D_v2),
    REPLACED("cuMemcpy2DUnaligned", cuMemcpy2DUnaligned_v2),
    REPLACED("cuMemcpy2DAsync", cuMemcpy2DAsync_v2),
    REPLACED("cuMemcpy3D", cuMemcpy3D_v2),
    REPLACED("cuMemcpy3DAsync", cuMemcpy3DAsync_v2),
    REPLACED("cuMemcpy3DPeer", cuMemcpy3DPeer),
    REPLACED("cuMemcpy3DPeerAsync", cuMemcpy3DPeerAsync),
};

static void replace(const char* name, void** function) {
    for (size_t i = 0; i < sizeof REPLACEMENTS / sizeof *REPLACEMENTS; i++) {
        if (*function && !strcmp(name, REPLACEMENTS[i].name) && *function != REPLACEMENTS[i].ours) {
            *REPLACEMENTS[i].real = *function;
            *function = REPLACEMENTS[i].ours;
        }
    }
}

typedef Result (*GetProc)(const char*, void**, int, unsigned long long, int*);
typedef Result (*GetProcFirst)(const char*, void**, int, unsigned long long);

Result cuGetProcAddress_v2(const char* name, void** function, int version, unsigned long long flags, int* status) {
    Result result = DRIVER("cuGetProcAddress_v2", GetProc)(name, function, version, flags, status);
    if (result == 0 && function && *function) {
        if (!strcmp(name, "cuGetProcAddress")) *function = (void*)cuGetProcAddress_v2;
        replace(name, function);
    }
    return result;
}

Result cuGetProcAddress(const char* name, void** function, int version, unsigned long long flags) {
    Result result = DRIVER("cuGetProcAddress", GetProcFirst)(name, function, version, flags);
    if (result == 0 && function && *function) replace(name, function);
    return result;
}

void* dlsym(void* library, const char* name) {
    if (!strcmp(name, "cuGetProcAddress_v2") && realDlsym(library, name)) return (void*)cuGetProcAddress_v2;
    if (!strcmp(name, "cuGetProcAddress") && realDlsym(library, name)) return (void*)cuGetProcAddress;
    return realDlsym(library, name);
}

static Result (*nccl(const char* name))(const void*, void*, size_t, int, int, Handle, Handle) {
    return realDlsym(dlopen("libnccl.so.2", RTLD_NOW), name);
}

Result ncclAllReduce(const void* in, void* out, size_t count, int type, int operation, Handle communicator, Handle stream) {
    static int calls;
    int rank = -1, call = -1;
    const char* wrong = getenv("ROLLCALL_WRONG_RESULT");
    const char* own = getenv("RANK");
    Result result = nccl("ncclAllReduce")(in, out, count, type, operation, communicator, stream);
    int made = __atomic_add_fetch(&calls, 1, __ATOMIC_SEQ_CST);
    if (result == 0 && wrong && own && sscanf(wrong, "%d %d", &rank, &call) == 2 && rank == atoi(own) && call == made) {
        result = DRIVER("cuMemsetD8Async", Result (*)(Address, unsigned char, size_t, Handle))((Address)out, 0x5A, 3, stream);
    }
    return result;
}
