#include "device_errors.h"

#include <errno.h>
#include <string.h>

#include "../memory.h"
#include "../nccl/record.h"
#include "../process.h"
#include "../trace.h"
#include "driver.h"

enum { MAX_DEVICES = 64 };

static uint32_t seen[MAX_DEVICES];
static uint32_t windows;

void device_errors_forked(void) {
    memset(seen, 0, sizeof seen);
    windows = 0;
}

static bool lasting(int code) {
    enum { ECC_UNCORRECTABLE = 214, NVLINK_UNCORRECTABLE = 220, LAUNCH_TIMEOUT = 702, UNKNOWN_ERROR = 999 };
    /* Assertions have 710, and illegal addresses 700. */
    enum { ILLEGAL_ADDRESS = 700, ASSERT = 710, HARDWARE_STACK_ERROR = 714, LAUNCH_FAILED = 719 };
    return code == ECC_UNCORRECTABLE || code == NVLINK_UNCORRECTABLE || code == ILLEGAL_ADDRESS || code == LAUNCH_TIMEOUT || code == ASSERT
            || (code >= HARDWARE_STACK_ERROR && code <= LAUNCH_FAILED) || code == UNKNOWN_ERROR;
}

/* Records a call as an operation of a window, if it is still in its slot. */
static void write_window(uint32_t window, int32_t device, uint64_t call, bool completed) {
    if (call == NO_POSITION || !ring_holds(call)) {
        return;
    }
    const uint8_t *of = ring_slot(call);
    uint64_t position = ring_claim(TAG_WINDOW);
    if (position == NO_POSITION) {
        return;
    }
    uint8_t *slot = ring_slot(position);
    put64(slot + W_TIME, get64(of + C_ENQUEUED));
    put64(slot + W_STREAM, get64(of + C_STREAM));
    put64(slot + W_CALL, call + 1);
    put32(slot + W_WINDOW, window);
    put32(slot + W_WORK, WORK_CALL);
    put32(slot + W_DEVICE, (uint32_t)device);
    put32(slot + W_OTHER_DEVICE, (uint32_t)-1);
    put32(slot + W_COMPLETED, completed);
    put32(slot + W_STACK, get32(of + C_STACK));
    put32(slot + W_THREAD, get32(of + C_THREAD));
    put32(slot + W_FUNCTION, get32(of + C_FUNCTION));
    ring_publish(position);
}

static void write_error(int32_t device, int code, uint64_t stream, uint32_t stack, const struct calls_left *left) {
    uint32_t window = __atomic_add_fetch(&windows, 1, __ATOMIC_RELAXED);
    uint32_t name = heap_string(driver_error_name(code));
    uint32_t thread = thread_name();
    write_window(window, device, left->last, true);
    for (uint32_t i = 0; i < left->kept; i++) {
        write_window(window, device, left->positions[i], false);
    }
    uint64_t position = ring_claim(TAG_DEVICE_ERROR);
    if (position == NO_POSITION) {
        return;
    }
    uint8_t *slot = ring_slot(position);
    put64(slot + D_TIME, now_nanos());
    put64(slot + D_STREAM, stream);
    put64(slot + D_LAST_GOOD, left->last + 1);
    put64(slot + D_FIRST_BAD, left->kept ? left->positions[0] + 1 : 0);
    put32(slot + D_DEVICE, (uint32_t)device);
    put32(slot + D_CODE, (uint32_t)code);
    put32(slot + D_NAME, name);
    put32(slot + D_STACK, stack);
    put32(slot + D_THREAD, thread);
    put32(slot + D_WINDOW, window);
    put32(slot + D_OPERATIONS, left->count);
    ring_publish(position);
    warn("CUDA error %d (%s) on GPU %d; rollcall analyze shows what had not completed", code, driver_error_name(code), device);
}

static bool first_time(int32_t device, int code) {
    return lasting(code) && device >= 0 && device < MAX_DEVICES && !__atomic_exchange_n(&seen[device], 1, __ATOMIC_RELAXED);
}

void device_error_found(int32_t device, int code, uint64_t stream, const struct calls_left *left) {
    if (options.check_devices && first_time(device, code)) {
        write_error(device, code, stream, 0, left);
    }
}

void device_error_check(const void *stream, const void *site) {
    if (!recording() || !options.check_devices || !driver_open()) {
        return;
    }
    int error = errno;
    int status;
    int code = driver.cuStreamIsCapturing((void *)(uintptr_t)stream, &status);
    int32_t device = driver_current_device();
    if (first_time(device, code)) {
        struct calls_left left;
        completions_left(device, &left);
        driver_record_devices();
        write_error(device, code, (uintptr_t)stream, site ? stack_from(site) : 0, &left);
    }
    errno = error;
}
