/* Launches the kernel of native/checksum, whose PTX is in this library. Launches do not wait. */
#include "failure.h"
#include "gpu.h"

enum { THREADS = 256, WARPS = THREADS / 32 };

/* For each multiprocessor in a background pass: enough to stay ahead of any copy. */
enum { BACKGROUND_BLOCKS = 2 };

extern const char checksum_ptx[] __attribute__((visibility("hidden")));

__asm__(".pushsection .rodata\n"
        ".globl checksum_ptx\n"
        ".hidden checksum_ptx\n"
        "checksum_ptx:\n"
        ".incbin \"" ROLLCALL_CHECKSUM_PTX "\"\n"
        ".byte 0\n"
        ".popsection\n");

int kernel_load(struct gpu *gpu) {
    void *module;
    TRY(cuModuleLoadData, &module, checksum_ptx);
    TRY(cuModuleGetFunction, &gpu->aligned, module, "rollcall_checksum_aligned");
    TRY(cuModuleGetFunction, &gpu->background, module, "rollcall_checksum_background");
    TRY(cuModuleGetFunction, &gpu->gathered, module, "rollcall_checksum_gathered");
    TRY(cuModuleGetFunction, &gpu->heads, module, "rollcall_checksum_heads");
    TRY(cuModuleGetFunction, &gpu->small, module, "rollcall_checksum_small");
    return CU_SUCCESS;
}

struct task task_of(const struct region *region, const struct shape *shape, uint32_t limit, const struct checksum_buffer *buffer, int area) {
    return (struct task){
        region->address, shape->row_bytes, region->row_pitch, region->plane_pitch,
        shape->rows, shape->planes, shape->shift, shape->blocks, shape->head, limit,
        buffer_blocks_address(buffer, area, shape), buffer_totals_address(buffer, area),
    };
}

static int launch(void *function, uint32_t blocks, void *stream, const struct task *first, const struct task *second) {
    void *parameters[] = {(void *)(uintptr_t)first, (void *)(uintptr_t)second};
    TRY(cuLaunchKernel, function, blocks, 1, 1, THREADS, 1, 1, 0, stream, parameters, NULL);
    return CU_SUCCESS;
}

int kernel_sum(struct gpu *gpu, void *stream, enum pass pass, const struct task *task, bool aligned, bool small) {
    uint32_t few = (uint32_t)(BACKGROUND_BLOCKS * gpu->multiprocessors);
    if (small) {
        return launch(gpu->small, task->blocks, stream, task, task);
    }
    if (!aligned) {
        return launch(gpu->gathered, task->blocks, stream, task, NULL);
    }
    switch (pass) {
        case HEADS:
            return launch(gpu->heads, (task->blocks + WARPS - 1) / WARPS, stream, task, NULL);
        case BACKGROUND:
            return launch(gpu->background, task->blocks < few ? task->blocks : few, stream, task, NULL);
        default:
            return launch(gpu->aligned, task->blocks, stream, task, NULL);
    }
}

int kernel_sum_two(struct gpu *gpu, void *stream, const struct task *first, const struct task *second) {
    return launch(gpu->small, 2 * first->blocks, stream, first, second);
}
