// The checksum of one side of a copy, which docs/checksum.md defines; dev.rollcall.gpu.HostChecksum computes the same on the
// host. native/checksum/build compiles this to the PTX that the recorder ships.
#include "sums.cuh"
#include "task.cuh"

namespace rollcall {

constexpr unsigned THREADS = 256;
constexpr unsigned WARPS = THREADS / 32;
constexpr unsigned IN_FLIGHT = 2;  // loads of a thread before it uses the first; more would need more registers
constexpr unsigned RESIDENT = 8;   // thread blocks of a multiprocessor at a time, so that 64 MiB are summed in one wave

__device__ __forceinline__ unsigned long long now() {
    unsigned long long nanos;
    asm volatile("mov.u64 %0, %globaltimer;" : "=l"(nanos));
    return nanos;
}

// Adds up the sums of all warps. Only the first thread gets the result.
__device__ __forceinline__ Sums sumOfWarps(const Sums& sums) {
    __shared__ unsigned long long parts[3][WARPS];
    Sums all{warpSum(sums.whole), warpSum(sums.head), warpSum(sums.bag)};
    unsigned warp = threadIdx.x >> 5;
    if ((threadIdx.x & 31) == 0) {
        parts[0][warp] = all.whole;
        parts[1][warp] = all.head;
        parts[2][warp] = all.bag;
    }
    __syncthreads();
    if (threadIdx.x == 0) {
        for (unsigned other = 1; other < WARPS; other++) {
            all.whole += parts[0][other];
            all.head += parts[1][other];
            all.bag += parts[2][other];
        }
    }
    return all;
}

// Writes the sums of a block, and adds them to the totals.
__device__ __forceinline__ void publish(const Sums& sums, unsigned block, const Task& task) {
    Sums all = sumOfWarps(sums);
    if (threadIdx.x != 0) return;
    task.blocks[2ull * block] = all.whole;
    task.blocks[2ull * block + 1] = all.head;
    atomicAdd(&task.totals->total, mixed(all.whole + GOLDEN * (block + 1ull)));
    atomicAdd(&task.totals->bag, all.bag);
}

// A block of contiguous bytes.
struct Block {
    const unsigned char* base;
    unsigned long long bytes;
    unsigned long long start;
    unsigned size;
    unsigned full;  // units of 16 bytes; a shorter one may follow

    __device__ __forceinline__ Block(const Task& task, unsigned block, unsigned limit)
        : base(task.base), bytes(task.rowBytes), start((unsigned long long)block << task.shift),
          size(min(1u << task.shift, limit)) {
        full = (unsigned)min(bytes / 16 - min(start, bytes / 16), (unsigned long long)size);
    }

    __device__ __forceinline__ const uint4* data() const { return (const uint4*)base + start; }

    // Adds the shorter unit at the end, if it is the thread's next one.
    __device__ __forceinline__ void addCut(Sums& sums, unsigned unit, unsigned head) const {
        unsigned cut = (unsigned)(bytes % 16);
        if (cut != 0 && unit == full && full < size) add(sums, cutUnit(base + 16 * (start + full), cut), unit, head);
    }

    // Sums the block with all threads of a thread block.
    __device__ __forceinline__ Sums sum(unsigned head) const {
        Sums sums;
        unsigned unit = threadIdx.x;
        for (; unit + THREADS * (IN_FLIGHT - 1) < full; unit += THREADS * IN_FLIGHT) {
            uint4 w[IN_FLIGHT];
#pragma unroll
            for (unsigned i = 0; i < IN_FLIGHT; i++) w[i] = __ldcs(data() + unit + THREADS * i);
#pragma unroll
            for (unsigned i = 0; i < IN_FLIGHT; i++) add(sums, w[i], unit + THREADS * i, head);
        }
        for (; unit < full; unit += THREADS) add(sums, __ldcs(data() + unit), unit, head);
        addCut(sums, unit, head);
        return sums;
    }
};

// Writes the time at which the sum of a contiguous region begins, and the region's first and last unit.
__device__ void begin(const Task& task) {
    if (blockIdx.x != 0 || threadIdx.x != 0) return;
    Totals* totals = task.totals;
    totals->began = now();
    unsigned cut = (unsigned)(task.rowBytes % 16);
    const unsigned char* end = task.base + task.rowBytes;
    totals->first = task.rowBytes < 16 ? cutUnit(task.base, cut) : *(const uint4*)task.base;
    totals->last = cut != 0 ? cutUnit(end - cut, cut) : *(const uint4*)(end - 16);
}

// Sums a block at any address, of rows and planes with pitches, with all threads of a thread block. Writes the time at which that began, and
// the region's first and last unit, to the totals.
template <int IN_FLIGHT_GATHERED>
__device__ __forceinline__ Sums sumGathered(const Task& task, unsigned block) {
    unsigned long long began = now();
    unsigned long long unitsPerRow = (task.rowBytes + 15) / 16;
    Region region{task.base, task.rowBytes, task.rowPitch, task.planePitch, task.rowsPerPlane, unitsPerRow};
    unsigned long long units = unitsPerRow * task.rowsPerPlane * task.planes;
    unsigned long long start = (unsigned long long)block << task.shift;
    unsigned count = (unsigned)min(units - start, (unsigned long long)min(1u << task.shift, task.limit));
    Sums sums;
#pragma unroll IN_FLIGHT_GATHERED
    for (unsigned unit = threadIdx.x; unit < count; unit += THREADS)
        add(sums, gathered(region, start + unit), unit, task.head);
    if (block == 0 && threadIdx.x == 0) {
        task.totals->began = began;
        task.totals->first = gathered(region, 0);
        task.totals->last = gathered(region, units - 1);
    }
    return sums;
}

}  // namespace rollcall

// Sums contiguous bytes from a multiple of 16 on, with a thread block for each block.
extern "C" __global__ void __launch_bounds__(rollcall::THREADS, rollcall::RESIDENT)
    rollcall_checksum_aligned(const rollcall::Task task) {
    using namespace rollcall;
    begin(task);
    publish(Block(task, blockIdx.x, 1u << task.shift).sum(task.head), blockIdx.x, task);
}

// The same with fewer thread blocks, which leaves room for other work of the device. Writes the time at which it ended.
extern "C" __global__ void __launch_bounds__(rollcall::THREADS)
    rollcall_checksum_background(const rollcall::Task task) {
    using namespace rollcall;
    begin(task);
    for (unsigned block = blockIdx.x; block < task.count; block += gridDim.x) {
        publish(Block(task, block, 1u << task.shift).sum(task.head), block, task);
        __syncthreads();  // the shared sums of this block are read before those of the next are written
    }
    if (threadIdx.x == 0) atomicMax(&task.totals->ended, now());
}

// Sums only the heads of all blocks of contiguous bytes, each with a warp. Of the totals it writes the first and last unit and the times.
extern "C" __global__ void __launch_bounds__(rollcall::THREADS)
    rollcall_checksum_heads(const rollcall::Task task) {
    using namespace rollcall;
    begin(task);
    unsigned index = blockIdx.x * WARPS + (threadIdx.x >> 5);
    if (index < task.count) {
        Block block(task, index, task.head);
        Sums sums;
        unsigned unit = threadIdx.x & 31;
#pragma unroll 8
        for (; unit < block.full; unit += 32) add(sums, __ldcs(block.data() + unit), unit, task.head);
        block.addCut(sums, unit, task.head);
        unsigned long long sum = warpSum(sums.head);
        if ((threadIdx.x & 31) == 0) {
            task.blocks[2ull * index] = sum;
            task.blocks[2ull * index + 1] = sum;
        }
    }
    __syncthreads();
    if (threadIdx.x == 0) atomicMax(&task.totals->ended, now());
}

// Sums rows and planes with pitches, at any address, with a thread block for each block. Writes the time at which it ended.
extern "C" __global__ void __launch_bounds__(rollcall::THREADS)
    rollcall_checksum_gathered(const rollcall::Task task) {
    using namespace rollcall;
    publish(sumGathered<4>(task, blockIdx.x), blockIdx.x, task);
    if (threadIdx.x == 0) atomicMax(&task.totals->ended, now());
}

// The same for a small region, with the sums written to the host's memory. The host adds up the totals, so that no thread block waits
// for another. The thread blocks beyond those of the first task do the second, for another region of the same shape.
extern "C" __global__ void __launch_bounds__(rollcall::THREADS)
    rollcall_checksum_small(const rollcall::Task first, const rollcall::Task second) {
    using namespace rollcall;
    bool another = blockIdx.x >= first.count;
    Task task = pick(another, first, second);
    unsigned block = another ? blockIdx.x - first.count : blockIdx.x;
    Sums all = sumOfWarps(sumGathered<1>(task, block));
    if (threadIdx.x == 0) {
        ulonglong2* place = (ulonglong2*)(task.blocks + 4ull * block);
        place[0] = make_ulonglong2(all.whole, all.head);
        place[1] = make_ulonglong2(all.bag, 0);
    }
}

// Writes noise that depends only on the seed and the place, for the probe.
extern "C" __global__ void __launch_bounds__(rollcall::THREADS)
    rollcall_write(uint4* base, unsigned long long units, unsigned long long seed) {
    using namespace rollcall;
    unsigned long long stride = (unsigned long long)gridDim.x * THREADS;
    for (unsigned long long unit = blockIdx.x * (unsigned long long)THREADS + threadIdx.x; unit < units; unit += stride) {
        unsigned long long low = mixed(seed + GOLDEN * (2 * unit + 1)), high = mixed(seed + GOLDEN * (2 * unit + 2));
        base[unit] = make_uint4((unsigned)low, (unsigned)(low >> 32), (unsigned)high, (unsigned)(high >> 32));
    }
}
