// Runs the kernels of native/checksum/checksum.cu on the host, with their own arithmetic, for the driver of driver.c: one unit after the
// other, in place of a device's threads.
#include <cstring>

#define __device__
#define __forceinline__ inline

struct uint4 {
    unsigned x, y, z, w;
};

static uint4 make_uint4(unsigned x, unsigned y, unsigned z, unsigned w) { return {x, y, z, w}; }
static uint4 __ldcs(const uint4* at) { return *at; }
static unsigned __funnelshift_l(unsigned low, unsigned high, unsigned bits) { return high << bits | low >> (32 - bits); }
static unsigned __funnelshift_r(unsigned low, unsigned high, unsigned bits) { return low >> bits | high << (32 - bits); }
static unsigned long long __shfl_down_sync(unsigned, unsigned long long, int) { return 0; }

#include "../checksum/sums.cuh"
#include "../checksum/task.cuh"

using namespace rollcall;

enum Kernel { ALIGNED, BACKGROUND, HEADS, GATHERED, SMALL };

static unsigned long long clock_now;

static Sums sum(const Task& task, unsigned block, unsigned limit, unsigned long long units, const Region& region) {
    unsigned long long start = (unsigned long long)block << task.shift;
    unsigned long long count = 1ull << task.shift;
    if (count > limit) count = limit;
    if (count > units - start) count = units - start;
    Sums sums;
    for (unsigned unit = 0; unit < count; unit++) add(sums, gathered(region, start + unit), unit, task.head);
    return sums;
}

static void run(Kernel kernel, const Task& task) {
    unsigned long long unitsPerRow = (task.rowBytes + 15) / 16, units = unitsPerRow * task.rowsPerPlane * task.planes;
    Region region{task.base, task.rowBytes, task.rowPitch, task.planePitch, task.rowsPerPlane, unitsPerRow};
    task.totals->began = __atomic_add_fetch(&clock_now, 1, __ATOMIC_SEQ_CST);
    task.totals->first = gathered(region, 0);
    task.totals->last = gathered(region, units - 1);
    for (unsigned block = 0; block < task.count; block++) {
        Sums sums = sum(task, block, kernel == HEADS ? task.head : kernel == ALIGNED || kernel == BACKGROUND ? ~0u : task.limit, units, region);
        unsigned long long* place = task.blocks + (kernel == SMALL ? 4ull : 2ull) * block;
        place[0] = sums.whole;
        place[1] = sums.head;
        if (kernel == SMALL) {
            place[2] = sums.bag;
        } else if (kernel != HEADS) {
            task.totals->total += mixed(sums.whole + GOLDEN * (block + 1ull));
            task.totals->bag += sums.bag;
        }
    }
    task.totals->ended = __atomic_add_fetch(&clock_now, task.rowBytes, __ATOMIC_SEQ_CST);
}

// The number of the kernel with this name, -1 if there is none.
extern "C" int rollcall_checksum_kernel(const char* name) {
    static const char* const names[] = {"aligned", "background", "heads", "gathered", "small"};
    for (int i = 0; i < 5; i++) {
        if (!std::strncmp(name, "rollcall_checksum_", 18) && !std::strcmp(name + 18, names[i])) return i;
    }
    return -1;
}

extern "C" void rollcall_checksum_run(int kernel, unsigned grid, void** arguments) {
    const Task& first = *(const Task*)arguments[0];
    run((Kernel)kernel, first);
    if (kernel == SMALL && grid == 2 * first.count) run(SMALL, *(const Task*)arguments[1]);
}
