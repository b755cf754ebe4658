// The arithmetic of the checksum, and the reading of units of 16 bytes at any address.
#pragma once
#include <cstdint>

namespace rollcall {

constexpr unsigned long long GOLDEN = 0x9E3779B97F4A7C15ull;

// Planes of rows in memory. Each row is padded with zeros to whole units of 16 bytes.
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

// Depends on the words and on their place in the block.
__device__ __forceinline__ unsigned long long placed(uint4 w, unsigned unit) {
    unsigned key = unit * 0x9E3779B1u;
    key = (key ^ (key >> 15)) * 0x85EBCA77u;
    unsigned turned = __funnelshift_l(key, key, 13) + 0xC2B2AE3Du;
    unsigned long long first = (unsigned long long)(w.x ^ key) * (w.y ^ turned) + (((unsigned long long)w.w << 32) | w.z);
    unsigned long long second =
        (unsigned long long)(w.z ^ ~key) * (w.w ^ ~turned) + (((unsigned long long)w.y << 32) | w.x);
    return first + GOLDEN * second;
}

// Depends on the word alone.
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
    // Most regions are small enough for 32-bit division, which is several times as fast.
    bool small = ((unit | unitsPerRow) >> 32) == 0;
    return small ? (unsigned)unit / (unsigned)unitsPerRow : (unsigned)(unit / unitsPerRow);
}

// Reads the last unit of a row, which has 1 to 15 bytes.
__device__ uint4 cutUnit(const unsigned char* at, unsigned count) {
    return make_uint4(bytesAt(at, count), count > 4 ? bytesAt(at + 4, count - 4) : 0,
                      count > 8 ? bytesAt(at + 8, count - 8) : 0, count > 12 ? bytesAt(at + 12, count - 12) : 0);
}

// Reads a unit at any address. Reads no word that holds none of its bytes, because that could be outside the memory.
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

}  // namespace rollcall
