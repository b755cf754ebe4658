// The sum of what a collective wrote, which docs/checksum.md defines; dev.rollcall.gpu.ResultSum computes the same on the host.
// native/checksum/build compiles this to the PTX that the recorder ships.
#include "sums.cuh"

namespace rollcall {

constexpr unsigned THREADS = 256;
constexpr unsigned WARPS = THREADS / 32;
constexpr unsigned IN_FLIGHT = 4;  // loads of a thread before it uses the first

// The lanes of a 64-bit word that hold one element each; all zero where no element can be a NaN.
struct Lanes {
    unsigned long long sign;    // the sign bit of each lane
    unsigned long long excess;  // what makes the rest of a NaN overflow into the sign bit, and of no other number
    unsigned shift;             // from a lane's sign bit to its lowest
};

// Gives all NaNs the same bits.
__device__ __forceinline__ unsigned long long canonical(unsigned long long word, const Lanes& lanes) {
    unsigned long long nan = ((word & ~lanes.sign) + lanes.excess) & lanes.sign;
    unsigned long long whole = nan | (nan - (nan >> lanes.shift));
    return (word & ~whole) | (whole & ~lanes.sign);
}

__device__ __forceinline__ unsigned long long sumOfUnit(uint4 w, unsigned long long unit, const Lanes& lanes) {
    unsigned long long low = canonical((unsigned long long)w.y << 32 | w.x, lanes);
    unsigned long long high = canonical((unsigned long long)w.w << 32 | w.z, lanes);
    return mixed(low + GOLDEN * (2 * unit + 1)) + mixed(high + GOLDEN * (2 * unit + 2));
}

}  // namespace rollcall

// Sums bytes at any address. Each thread block writes its part of the sum to its place in `parts`.
extern "C" __global__ void __launch_bounds__(rollcall::THREADS)
    rollcall_result(const unsigned char* base, unsigned long long bytes, const rollcall::Lanes lanes, unsigned long long* parts) {
    using namespace rollcall;
    __shared__ unsigned long long ofWarps[WARPS];
    unsigned long long units = (bytes + 15) / 16, stride = (unsigned long long)gridDim.x * THREADS, sum = 0;
    unsigned long long unit = blockIdx.x * (unsigned long long)THREADS + threadIdx.x;
    if (((uintptr_t)base & 15) == 0) {
        unsigned long long full = bytes / 16;
        for (; unit + stride * (IN_FLIGHT - 1) < full; unit += stride * IN_FLIGHT) {
            uint4 w[IN_FLIGHT];
#pragma unroll
            for (unsigned i = 0; i < IN_FLIGHT; i++) w[i] = __ldcs((const uint4*)base + unit + stride * i);
#pragma unroll
            for (unsigned i = 0; i < IN_FLIGHT; i++) sum += sumOfUnit(w[i], unit + stride * i, lanes);
        }
    }
    Region region{base, bytes, bytes, bytes, 1, units};
    for (; unit < units; unit += stride) sum += sumOfUnit(gathered(region, unit), unit, lanes);
    sum = warpSum(sum);
    if ((threadIdx.x & 31) == 0) ofWarps[threadIdx.x >> 5] = sum;
    __syncthreads();
    if (threadIdx.x != 0) return;
    for (unsigned warp = 1; warp < WARPS; warp++) sum += ofWarps[warp];
    parts[blockIdx.x] = sum;
}
