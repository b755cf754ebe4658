// The parameters of the kernels, and their results.
#pragma once
#include <cstdint>

namespace rollcall {

// The results that the host reads first: two sums, to which each launch adds; the content of the region's first and last unit; and when
// the last launch began and, where a kernel says so, ended, in nanoseconds of this device.
struct Totals {
    unsigned long long total;
    unsigned long long bag;
    uint4 first;
    uint4 last;
    unsigned long long began;
    unsigned long long ended;
};

// What to sum, and where the results go; dev.rollcall.gpu.ChecksumTask writes it. A block has `1 << shift` units; only the first `limit` of
// each are read. `blocks` takes two sums for each block: of all its units, and of its head, which is the first `head` units. For a small
// region it takes four numbers, the third of which is the block's part of the bag.
struct Task {
    const unsigned char* base;
    unsigned long long rowBytes;
    unsigned long long rowPitch;
    unsigned long long planePitch;
    unsigned rowsPerPlane;
    unsigned planes;
    unsigned shift;
    unsigned count;  // number of blocks
    unsigned head;
    unsigned limit;
    unsigned long long* blocks;
    Totals* totals;
};

// Returns one of two tasks of the same shape. It selects field by field, because the compiler would otherwise copy both into memory.
__device__ __forceinline__ Task pick(bool another, const Task& first, const Task& second) {
    Task task = first;
    task.base = another ? second.base : first.base;
    task.rowPitch = another ? second.rowPitch : first.rowPitch;
    task.planePitch = another ? second.planePitch : first.planePitch;
    task.limit = another ? second.limit : first.limit;
    task.blocks = another ? second.blocks : first.blocks;
    task.totals = another ? second.totals : first.totals;
    return task;
}

}  // namespace rollcall
