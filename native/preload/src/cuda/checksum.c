#include "checksum.h"

#include <string.h>

static const uint64_t GOLDEN = 0x9E3779B97F4A7C15ull;

/* What a unit adds to the sum of its block. */
static inline uint64_t placed(const uint32_t word[4], uint32_t unit) {
    uint32_t key = unit * 0x9E3779B1u;
    key = (key ^ key >> 15) * 0x85EBCA77u;
    uint32_t turned = (key << 13 | key >> 19) + 0xC2B2AE3Du;
    uint64_t first = (uint64_t)(word[0] ^ key) * (word[1] ^ turned) + ((uint64_t)word[3] << 32 | word[2]);
    uint64_t second = (uint64_t)(word[2] ^ ~key) * (word[3] ^ ~turned) + ((uint64_t)word[1] << 32 | word[0]);
    return first + GOLDEN * second;
}

/* What a word adds to the bag. */
static inline uint64_t unplaced(uint32_t word) { return (uint64_t)(word ^ 0xA511E9B3u) * (word + 0x63D83595u); }

bool totals_equal(const struct totals *one, const struct totals *other) {
    return one->total == other->total && one->bag == other->bag && memcmp(&one->first, &other->first, UNIT_BYTES) == 0
            && memcmp(&one->last, &other->last, UNIT_BYTES) == 0;
}

uint64_t checksum_placed_block(uint64_t sum, uint32_t block) {
    uint64_t value = sum + GOLDEN * (block + 1ull);
    value = (value ^ value >> 33) * 0xFF51AFD7ED558CCDull;
    value = (value ^ value >> 33) * 0xC4CEB9FE1A85EC53ull;
    return value ^ value >> 33;
}

uint64_t checksum_of_zeros(uint64_t units) {
    static const uint32_t ZEROS[4] = {0};
    uint64_t sum = 0;
    for (uint64_t unit = 0; unit < units; unit++) {
        sum += placed(ZEROS, (uint32_t)unit);
    }
    return sum;
}

/* The sum of whole units that follow each other in a block; adds to the bag. */
static uint64_t sum_units(const uint8_t *bytes, uint64_t count, uint32_t unit, uint64_t *bag) {
    uint64_t sum = 0;
    uint64_t words = 0;
    for (uint64_t i = 0; i < count; i++) {
        uint32_t word[4];
        memcpy(word, bytes + i * UNIT_BYTES, UNIT_BYTES);
        sum += placed(word, unit + (uint32_t)i);
        words += unplaced(word[0]) + unplaced(word[1]) + unplaced(word[2]) + unplaced(word[3]);
    }
    *bag += words;
    return sum;
}

struct summing {
    const struct shape *shape;
    bool heads_only;
    uint64_t *blocks;
    uint64_t bag;
    uint64_t unit; /* of all rows */
};

/* Adds units that all lie in one block, and as a whole in its head or behind it. */
static void add(struct summing *summing, const uint8_t *bytes, uint64_t count, bool head) {
    uint64_t block = summing->unit >> summing->shape->shift;
    uint32_t first = (uint32_t)(summing->unit & ((1ull << summing->shape->shift) - 1));
    if (head || !summing->heads_only) {
        uint64_t sum = sum_units(bytes, count, first, &summing->bag);
        summing->blocks[2 * block] += sum;
        summing->blocks[2 * block + 1] += head ? sum : 0;
    }
    summing->unit += count;
}

static struct unit unit_at(const uint8_t *bytes, uint64_t count) {
    struct unit unit = {{0}};
    memcpy(unit.bytes, bytes, count < UNIT_BYTES ? count : UNIT_BYTES);
    return unit;
}

static void add_row(struct summing *summing, const uint8_t *row) {
    const struct shape *shape = summing->shape;
    uint64_t in_block = 1ull << shape->shift;
    for (uint64_t done = 0; done < shape->row_bytes;) {
        uint64_t first = summing->unit & (in_block - 1);
        bool head = first < shape->head;
        uint64_t count = (head ? shape->head : in_block) - first;
        uint64_t whole = (shape->row_bytes - done) / UNIT_BYTES;
        if (whole == 0) {
            struct unit cut = unit_at(row + done, shape->row_bytes - done);
            add(summing, cut.bytes, 1, head);
            return;
        }
        count = count < whole ? count : whole;
        add(summing, row + done, count, head);
        done += count * UNIT_BYTES;
    }
}

void checksum_host(const struct region *region, const struct shape *shape, bool heads_only, struct totals *totals, uint64_t *blocks) {
    struct summing summing = {shape, heads_only, blocks, 0, 0};
    memset(blocks, 0, 2 * sizeof *blocks * shape->blocks);
    const uint8_t *row = NULL;
    for (uint32_t plane = 0; plane < shape->planes; plane++) {
        for (uint32_t i = 0; i < shape->rows; i++) {
            row = (const uint8_t *)(uintptr_t)region_row(region, plane, i);
            add_row(&summing, row);
        }
    }
    memset(totals, 0, sizeof *totals);
    totals->bag = summing.bag;
    for (uint32_t block = 0; block < shape->blocks; block++) {
        totals->total += checksum_placed_block(blocks[2 * (uint64_t)block], block);
    }
    uint64_t last = (shape->units_per_row - 1) * UNIT_BYTES;
    totals->first = unit_at((const uint8_t *)(uintptr_t)region->address, shape->row_bytes);
    totals->last = unit_at(row + last, shape->row_bytes - last);
}
