// What the host gives the kernels, and what it gets.
#pragma once
#include <cstdint>

namespace rollcall {

// What the host looks at first: two numbers, to which each sum adds; the region's first and last unit as they are; and when the
// last sum began and, where somebody asks for that, ended, in nanoseconds of this device.
struct Totals {
    unsigned long long total;
    unsigned long long bag;
    uint4 first;
    uint4 last;
    unsigned long long began;
    unsigned long long ended;
};

// What is to be summed, and where that goes; dev.rollcall.gpu.ChecksumTask writes it. A block has `1 << shift` units, and of each only
// the first `limit` are read. `blocks` takes two numbers a block: of the whole, and of its head, the first `head` units; of a small
// region four, the third of which is the block's part of the bag.
struct Task {
    const unsigned char* base;
    unsigned long long rowBytes;
    unsigned long long rowPitch;
    unsigned long long planePitch;
    unsigned rowsPerPlane;
    unsigned planes;
    unsigned shift;
    unsigned count;  // blocks
    unsigned head;
    unsigned limit;
    unsigned long long* blocks;
    Totals* totals;
};

// Returns the task of a region, or of another of the same shape. Field by field, for else the compiler would copy both into memory.
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
