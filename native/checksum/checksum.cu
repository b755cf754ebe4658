// The checksum of a copy's source or destination; docs/checksum.md defines it, dev.rollcall.gpu.HostChecksum is the same
// on the host. Compile with native/checksum/build: the recorder ships the PTX that comes of it.
#include <cstdint>

namespace rollcall {

constexpr unsigned THREADS = 256;
constexpr unsigned WARPS = THREADS / 32;
constexpr unsigned IN_FLIGHT = 2;  // loads of a thread before it uses the first; more of them would need more registers
constexpr unsigned RESIDENT = 8;   // blocks that a multiprocessor holds at once: all of 64 MiB are then summed in one go
constexpr unsigned long long GOLDEN = 0x9E3779B97F4A7C15ull;

// Bytes in memory: planes of rows, each row padded by zeros to whole units of 16 bytes.
struct Region {
    const unsigned char* base;
    unsigned long long rowBytes;
    unsigned long long rowPitch;
    unsigned long long planePitch;
    unsigned rowsPerPlane;
    unsigned long long unitsPerRow;
};

struct Sums {
    unsigned long long whole = 0;
    unsigned long long head = 0;
    unsigned long long bag = 0;
};

// Depends on what the words are and where in their block they are.
__device__ __forceinline__ unsigned long long placed(uint4 w, unsigned unit) {
    unsigned key = unit * 0x9E3779B1u;
    key = (key ^ (key >> 15)) * 0x85EBCA77u;
    unsigned turned = __funnelshift_l(key, key, 13) + 0xC2B2AE3Du;
    unsigned long long first = (unsigned long long)(w.x ^ key) * (w.y ^ turned) + (((unsigned long long)w.w << 32) | w.z);
    unsigned long long second =
        (unsigned long long)(w.z ^ ~key) * (w.w ^ ~turned) + (((unsigned long long)w.y << 32) | w.x);
    return first + GOLDEN * second;
}

// Depends on what the word is, wherever it is.
__device__ __forceinline__ unsigned long long unplaced(unsigned word) {
    return (unsigned long long)(word ^ 0xA511E9B3u) * (word + 0x63D83595u);
}

__device__ __forceinline__ void add(Sums& sums, uint4 w, unsigned unit, unsigned head) {
    unsigned long long sum = placed(w, unit);
    sums.whole += sum;
    if (unit < head) sums.head += sum;
    sums.bag += unplaced(w.x) + unplaced(w.y) + unplaced(w.z) + unplaced(w.w);
}

__device__ __forceinline__ unsigned long long mixed(unsigned long long value) {
    value = (value ^ (value >> 33)) * 0xFF51AFD7ED558CCDull;
    value = (value ^ (value >> 33)) * 0xC4CEB9FE1A85EC53ull;
    return value ^ (value >> 33);
}

__device__ __forceinline__ unsigned long long warpSum(unsigned long long value) {
    for (int step = 16; step > 0; step >>= 1) value += __shfl_down_sync(0xFFFFFFFFu, value, step);
    return value;
}

__device__ unsigned bytesAt(const unsigned char* at, unsigned count) {
    unsigned value = 0;
    for (unsigned i = 0; i < count && i < 4; i++) value |= (unsigned)at[i] << (8 * i);
    return value;
}

__device__ __forceinline__ unsigned rowOf(unsigned long long unit, unsigned long long unitsPerRow) {
    // Most regions are small enough for the division that is several times as fast.
    bool small = ((unit | unitsPerRow) >> 32) == 0;
    return small ? (unsigned)unit / (unsigned)unitsPerRow : (unsigned)(unit / unitsPerRow);
}

// Reads a row's last unit, of 1 to 15 bytes.
__device__ uint4 cutUnit(const unsigned char* at, unsigned count) {
    return make_uint4(bytesAt(at, count), count > 4 ? bytesAt(at + 4, count - 4) : 0,
                      count > 8 ? bytesAt(at + 8, count - 8) : 0, count > 12 ? bytesAt(at + 12, count - 12) : 0);
}

// Reads a unit at any address, without touching a word that holds none of its bytes.
__device__ uint4 gathered(const Region& region, unsigned long long unit) {
    unsigned row = rowOf(unit, region.unitsPerRow);
    unsigned plane = row / region.rowsPerPlane;
    unsigned long long offset = 16 * (unit - row * region.unitsPerRow);
    const unsigned char* at =
        region.base + plane * region.planePitch + (row - plane * region.rowsPerPlane) * region.rowPitch + offset;
    unsigned long long left = region.rowBytes - offset;
    if (left < 16) return cutUnit(at, (unsigned)left);
    if (((uintptr_t)at & 15) == 0) return __ldcs((const uint4*)at);
    unsigned skew = (unsigned)((uintptr_t)at & 3);
    const unsigned* words = (const unsigned*)(at - skew);
    unsigned a = words[0], b = words[1], c = words[2], d = words[3];
    if (skew == 0) return make_uint4(a, b, c, d);
    unsigned e = words[4], bits = 8 * skew;
    return make_uint4(__funnelshift_r(a, b, bits), __funnelshift_r(b, c, bits), __funnelshift_r(c, d, bits),
                      __funnelshift_r(d, e, bits));
}

// What the host reads first: two numbers, to which each sum adds; the region's first and last unit as they are; and when the
// last sum began and, where somebody asks for that, ended, in nanoseconds of this device.
struct Totals {
    unsigned long long total;
    unsigned long long bag;
    uint4 first;
    uint4 last;
    unsigned long long began;
    unsigned long long ended;
};

__device__ __forceinline__ unsigned long long now() {
    unsigned long long nanos;
    asm volatile("mov.u64 %0, %globaltimer;" : "=l"(nanos));
    return nanos;
}

// Adds the warps' sums up and writes those of a block.
__device__ __forceinline__ void publish(Sums sums, unsigned block, unsigned long long* blocks, Totals* totals) {
    __shared__ unsigned long long parts[3][WARPS];
    unsigned long long whole = warpSum(sums.whole), head = warpSum(sums.head), bag = warpSum(sums.bag);
    unsigned warp = threadIdx.x >> 5;
    if ((threadIdx.x & 31) == 0) {
        parts[0][warp] = whole;
        parts[1][warp] = head;
        parts[2][warp] = bag;
    }
    __syncthreads();
    if (threadIdx.x == 0) {
        for (unsigned other = 1; other < WARPS; other++) {
            whole += parts[0][other];
            head += parts[1][other];
            bag += parts[2][other];
        }
        blocks[2ull * block] = whole;
        blocks[2ull * block + 1] = head;
        atomicAdd(&totals->total, mixed(whole + GOLDEN * (block + 1ull)));
        atomicAdd(&totals->bag, bag);
    }
}

// A block of contiguous bytes.
struct Block {
    const unsigned char* base;
    unsigned long long bytes;
    unsigned long long start;
    unsigned size;
    unsigned full;  // units that are whole; one more may be cut off

    __device__ __forceinline__ Block(const unsigned char* base, unsigned long long bytes, unsigned shift, unsigned block,
                                     unsigned limit)
        : base(base), bytes(bytes), start((unsigned long long)block << shift), size(min(1u << shift, limit)) {
        full = (unsigned)min(bytes / 16 - min(start, bytes / 16), (unsigned long long)size);
    }

    __device__ __forceinline__ const uint4* data() const { return (const uint4*)base + start; }

    // Adds what is cut off, if the thread's next unit is that one.
    __device__ __forceinline__ void addCut(Sums& sums, unsigned unit, unsigned head) const {
        unsigned cut = (unsigned)(bytes % 16);
        if (cut != 0 && unit == full && full < size) add(sums, cutUnit(base + 16 * (start + full), cut), unit, head);
    }

    // Sums all of it, with all threads of a thread block.
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

// Takes down when a sum of a contiguous region begins, and the region's first and last unit as they are.
__device__ void begin(const unsigned char* base, unsigned long long bytes, Totals* totals) {
    if (blockIdx.x != 0 || threadIdx.x != 0) return;
    totals->began = now();
    unsigned cut = (unsigned)(bytes % 16);
    totals->first = bytes < 16 ? cutUnit(base, cut) : *(const uint4*)base;
    totals->last = cut != 0 ? cutUnit(base + bytes - cut, cut) : *(const uint4*)(base + bytes - 16);
}

}  // namespace rollcall

// Thread blocks sum blocks of `1 << shift` units. `blocks` takes two numbers a block: of the whole, and of its head, the first
// `head` units. What `totals` held is added to.

// Contiguous bytes from an address that is a multiple of 16, one thread block a block. This and the next two take the same.
extern "C" __global__ void __launch_bounds__(rollcall::THREADS, rollcall::RESIDENT)
    rollcall_checksum_aligned(const unsigned char* base, unsigned long long bytes, unsigned shift, unsigned count,
                              unsigned head, unsigned long long* blocks, rollcall::Totals* totals) {
    using namespace rollcall;
    begin(base, bytes, totals);
    publish(Block(base, bytes, shift, blockIdx.x, 1u << shift).sum(head), blockIdx.x, blocks, totals);
}

// The same with fewer thread blocks than blocks: such a sum leaves room for what else the device does. It tells when it ended.
extern "C" __global__ void __launch_bounds__(rollcall::THREADS)
    rollcall_checksum_beside(const unsigned char* base, unsigned long long bytes, unsigned shift, unsigned count,
                             unsigned head, unsigned long long* blocks, rollcall::Totals* totals) {
    using namespace rollcall;
    begin(base, bytes, totals);
    for (unsigned block = blockIdx.x; block < count; block += gridDim.x) {
        publish(Block(base, bytes, shift, block, 1u << shift).sum(head), block, blocks, totals);
        __syncthreads();  // what the warps shared of this block is read before that of the next is written
    }
    if (threadIdx.x == 0) atomicMax(&totals->ended, now());
}

// Just the heads of all blocks, contiguous as above; a warp sums one. The totals get the first and last unit and the times.
extern "C" __global__ void __launch_bounds__(rollcall::THREADS)
    rollcall_checksum_heads(const unsigned char* base, unsigned long long bytes, unsigned shift, unsigned count,
                            unsigned head, unsigned long long* blocks, rollcall::Totals* totals) {
    using namespace rollcall;
    begin(base, bytes, totals);
    unsigned index = blockIdx.x * WARPS + (threadIdx.x >> 5);
    if (index < count) {
        Block block(base, bytes, shift, index, head);
        Sums sums;
        unsigned unit = threadIdx.x & 31;
#pragma unroll 8
        for (; unit < block.full; unit += 32) add(sums, __ldcs(block.data() + unit), unit, head);
        block.addCut(sums, unit, head);
        unsigned long long sum = warpSum(sums.head);
        if ((threadIdx.x & 31) == 0) {
            blocks[2ull * index] = sum;
            blocks[2ull * index + 1] = sum;
        }
    }
    __syncthreads();
    if (threadIdx.x == 0) atomicMax(&totals->ended, now());
}

// Writes what looks like noise and depends on nothing but the seed and the place, for the probe.
extern "C" __global__ void __launch_bounds__(rollcall::THREADS)
    rollcall_write(uint4* base, unsigned long long units, unsigned long long seed) {
    using namespace rollcall;
    unsigned long long stride = (unsigned long long)gridDim.x * THREADS;
    for (unsigned long long unit = blockIdx.x * (unsigned long long)THREADS + threadIdx.x; unit < units; unit += stride) {
        unsigned long long low = mixed(seed + GOLDEN * (2 * unit + 1)), high = mixed(seed + GOLDEN * (2 * unit + 2));
        base[unit] = make_uint4((unsigned)low, (unsigned)(low >> 32), (unsigned)high, (unsigned)(high >> 32));
    }
}

// Any address, rows with a pitch, planes; of each block just the first `limit` units. One thread block a block.
extern "C" __global__ void __launch_bounds__(rollcall::THREADS)
    rollcall_checksum_gathered(const unsigned char* base, unsigned long long rowBytes, unsigned long long rowPitch,
                               unsigned long long planePitch, unsigned rowsPerPlane, unsigned planes, unsigned shift,
                               unsigned limit, unsigned head, unsigned long long* blocks, rollcall::Totals* totals) {
    using namespace rollcall;
    unsigned long long began = now();
    unsigned long long unitsPerRow = (rowBytes + 15) / 16;
    Region region{base, rowBytes, rowPitch, planePitch, rowsPerPlane, unitsPerRow};
    unsigned long long units = unitsPerRow * rowsPerPlane * planes;
    unsigned long long start = (unsigned long long)blockIdx.x << shift;
    unsigned count = (unsigned)min(units - start, (unsigned long long)min(1u << shift, limit));
    Sums sums;
#pragma unroll 4
    for (unsigned unit = threadIdx.x; unit < count; unit += THREADS) add(sums, gathered(region, start + unit), unit, head);
    if (blockIdx.x == 0 && threadIdx.x == 0) {
        totals->began = began;
        totals->first = gathered(region, 0);
        totals->last = gathered(region, units - 1);
    }
    publish(sums, blockIdx.x, blocks, totals);
    if (threadIdx.x == 0) atomicMax(&totals->ended, now());
}
