// Compares the checksum kernel with the fastest plain read of the same bytes: for each size, the best of several shapes of a
// kernel that only reads, and the share of its speed that the checksum reaches. Each run reads other memory than the one before, because
// the device's cache holds much of the smaller sizes.
//
//   nvcc -O3 -std=c++17 -arch=native -o measure measure.cu && ./measure
#include "checksum.cu"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <vector>

namespace {

constexpr int REPEATS = 21;

void check(cudaError_t result) {
    if (result != cudaSuccess) {
        std::printf("%s\n", cudaGetErrorString(result));
        std::exit(1);
    }
}

template <int LOADS>
__global__ void __launch_bounds__(256) read(const uint4* data, unsigned long long units, unsigned* out) {
    unsigned long long stride = (unsigned long long)gridDim.x * 256, unit = blockIdx.x * 256ull + threadIdx.x;
    unsigned any = 0;
    for (; unit + stride * (LOADS - 1) < units; unit += stride * LOADS) {
        uint4 w[LOADS];
#pragma unroll
        for (int i = 0; i < LOADS; i++) w[i] = __ldcs(data + unit + stride * i);
#pragma unroll
        for (int i = 0; i < LOADS; i++) any ^= w[i].x ^ w[i].y ^ w[i].z ^ w[i].w;
    }
    for (; unit < units; unit += stride) any ^= data[unit].x ^ data[unit].y ^ data[unit].z ^ data[unit].w;
    if (any == 0x12345) *out = any;  // never true with this data, but it keeps the compiler from removing the reads
}

__global__ void fill(uint4* data, unsigned long long units) {
    for (unsigned long long i = blockIdx.x * 256ull + threadIdx.x; i < units; i += gridDim.x * 256ull) {
        unsigned long long low = rollcall::mixed(2 * i + 1), high = rollcall::mixed(2 * i + 2);
        data[i] = make_uint4((unsigned)low, (unsigned)(low >> 32), (unsigned)high, (unsigned)(high >> 32));
    }
}

// Returns the median of several runs, in seconds, from before the launch to the kernel's end.
template <class Launch>
double seconds(Launch launch) {
    cudaEvent_t start, end;
    check(cudaEventCreate(&start));
    check(cudaEventCreate(&end));
    std::vector<float> times;
    for (int run = 0; run < REPEATS + 3; run++) {
        float millis;
        check(cudaEventRecord(start));
        launch(run);
        check(cudaEventRecord(end));
        check(cudaEventSynchronize(end));
        check(cudaEventElapsedTime(&millis, start, end));
        if (run >= 3) times.push_back(millis);
    }
    std::sort(times.begin(), times.end());
    return times[times.size() / 2] * 1e-3;
}

// The same as in dev.rollcall.gpu.CopyShape.
unsigned unitShift(unsigned long long bytes) {
    unsigned shift = bytes <= 1ull << 20 ? 8 : bytes <= 1ull << 24 ? 10 : 12;
    while ((bytes >> (shift + 4)) > 65536) shift++;
    return shift;
}

}  // namespace

int main() {
    cudaDeviceProp device;
    check(cudaGetDeviceProperties(&device, 0));
    std::printf("%s, %d SMs\n%12s %14s %14s %18s %18s\n", device.name, device.multiProcessorCount, "bytes", "read, us",
                "read, TB/s", "aligned, % of it", "odd address, %");
    constexpr unsigned long long MOST = 4ull << 30;
    unsigned char* data;
    unsigned long long* blocks;
    rollcall::Totals* totals;
    unsigned* out;
    check(cudaMalloc(&data, MOST + 16));
    check(cudaMalloc(&blocks, 16 << 16));
    check(cudaMalloc(&totals, sizeof *totals));
    check(cudaMalloc(&out, sizeof *out));
    fill<<<4096, 256>>>((uint4*)data, MOST / 16);
    for (unsigned long long bytes : {1ull << 20, 1ull << 24, 1ull << 26, 1ull << 27, 1ull << 28, 1ull << 30, MOST}) {
        double ceiling = 1;
        auto at = [&](int run) { return data + run % std::max(1ull, MOST / bytes) * bytes; };
        for (unsigned each : {4, 8, 16, 32}) {
            unsigned grid = device.multiProcessorCount * each;
            auto fastest = [&](auto kernel) {
                double took = seconds([&](int run) { kernel<<<grid, 256>>>((uint4*)at(run), bytes / 16, out); });
                ceiling = std::min(ceiling, took);
            };
            fastest(read<2>);
            fastest(read<4>);
            fastest(read<8>);
        }
        unsigned shift = unitShift(bytes), count = (unsigned)((bytes / 16 + (1ull << shift) - 1) >> shift);
        unsigned head = shift < 12 ? 256 : 64;
        auto task = [&](unsigned char* base) {
            return rollcall::Task{base, bytes, 0, 0, 1, 1, shift, count, head, 0x7FFFFFFF, blocks, totals};
        };
        double aligned = seconds([&](int run) { rollcall_checksum_aligned<<<count, 256>>>(task(at(run))); });
        double odd = seconds([&](int run) { rollcall_checksum_gathered<<<count, 256>>>(task(at(run) + 1)); });
        check(cudaGetLastError());
        std::printf("%12llu %14.1f %14.3f %18.1f %18.1f\n", bytes, ceiling * 1e6, bytes / ceiling / 1e12,
                    ceiling / aligned * 100, ceiling / odd * 100);
    }
}
