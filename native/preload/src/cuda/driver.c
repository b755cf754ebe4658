#define _GNU_SOURCE
#include "driver.h"

#include <dlfcn.h>
#include <sched.h>
#include <string.h>

#include "../binding.h"
#include "../compatibility.h"
#include "../memory.h"
#include "../process.h"
#include "../trace.h"

enum { MAX_DEVICES = 64, UUID_LENGTH = 16, OLDEST = 11040 };
enum { CAPTURE_UNSUPPORTED = 900, CAPTURE_WRONG_THREAD = 908 };

struct cuda_driver driver;

enum { UNOPENED, OPENED, TOO_OLD };
static uint32_t opened;
static uint32_t publishing;

void driver_forked(void) { opened = publishing = 0; }

/* Looks the functions up; false if one that is needed is absent, or the driver is too old. */
static bool load(void *library, struct cuda_driver *loaded) {
    const struct {
        const char *name;
        void **at;
    } FUNCTIONS[] = {
#define X(name, parameters) {#name, (void **)&loaded->name},
        DRIVER_FUNCTIONS(X)
#undef X
        {"cuCtxGetId", (void **)&loaded->cuCtxGetId}};
    bool complete = true;
    for (size_t i = 0; i < sizeof FUNCTIONS / sizeof *FUNCTIONS; i++) {
        *FUNCTIONS[i].at = find_symbol(library, FUNCTIONS[i].name);
        complete &= *FUNCTIONS[i].at || FUNCTIONS[i].at == (void **)&loaded->cuCtxGetId;
    }
    int version = 0;
    return complete && loaded->cuDriverGetVersion(&version) == CU_SUCCESS && version >= OLDEST;
}

/* Several threads may have looked the functions up at once: the first one's are used. None waits for another's look-up, which may need the loader's lock. */
static uint32_t publish(const struct cuda_driver *loaded, uint32_t found) {
    while (__atomic_exchange_n(&publishing, 1, __ATOMIC_ACQUIRE)) {
        sched_yield();
    }
    if (opened == UNOPENED) {
        driver = *loaded;
        __atomic_store_n(&opened, found, __ATOMIC_RELEASE);
    }
    found = opened;
    __atomic_store_n(&publishing, 0, __ATOMIC_RELEASE);
    return found;
}

bool driver_open(void) {
    uint32_t found = __atomic_load_n(&opened, __ATOMIC_ACQUIRE);
    if (found == UNOPENED) {
        /* The process may load it later, and until then has nothing to ask. */
        void *library = dlopen("libcuda.so.1", RTLD_LAZY | RTLD_NOLOAD);
        if (!library) {
            return false;
        }
        struct cuda_driver loaded;
        uint32_t result = load(library, &loaded) ? OPENED : TOO_OLD;
        found = publish(&loaded, result);
    }
    return found == OPENED;
}

bool driver_unfit(void) { return __atomic_load_n(&opened, __ATOMIC_RELAXED) == TOO_OLD; }

const char *driver_problem(void) { return driver_unfit() ? "the CUDA driver is older than CUDA 11.4" : "there is no CUDA driver"; }

bool driver_capturing(const void *stream) {
    int status = 0;
    if (!driver_open()) {
        return false;
    }
    int result = driver.cuStreamIsCapturing((void *)(uintptr_t)stream, &status);
    return result == CU_SUCCESS ? status != 0 : result >= CAPTURE_UNSUPPORTED && result <= CAPTURE_WRONG_THREAD;
}

static void write_devices(void) {
    int count = 0;
    if (driver.cuDeviceGetCount(&count) != CU_SUCCESS) {
        return;
    }
    count = count < MAX_DEVICES ? count : MAX_DEVICES;
    for (int ordinal = 0; ordinal < count; ordinal++) {
        int device;
        uint64_t uuid[UUID_LENGTH / sizeof(uint64_t)] = {0};
        if (driver.cuDeviceGet(&device, ordinal) == CU_SUCCESS && driver.cuDeviceGetUuid_v2(uuid, device) == CU_SUCCESS) {
            put64(trace.memory + H_DEVICES + ordinal * UUID_LENGTH, uuid[0]);
            put64(trace.memory + H_DEVICES + ordinal * UUID_LENGTH + 8, uuid[1]);
        }
    }
    release32(trace.memory + H_DEVICE_COUNT, (uint32_t)count);
}

void driver_record_devices(void) {
    /* Before the program has initialized the driver, it tells nothing. */
    if (driver_open() && get32(trace.memory + H_DEVICE_COUNT) == 0) {
        write_devices();
    }
}

int32_t driver_current_device(void) {
    int device;
    return driver_open() && driver.cuCtxGetDevice(&device) == CU_SUCCESS ? device : -1;
}

const char *driver_error_name(int error) {
    const char *name = NULL;
    driver.cuGetErrorName(error, &name);
    return name ? name : "CUDA error";
}

int driver_relax(void) {
    int mode = CU_CAPTURE_RELAXED;
    driver.cuThreadExchangeStreamCaptureMode(&mode);
    return mode;
}

void driver_restore(int mode) { driver.cuThreadExchangeStreamCaptureMode(&mode); }
