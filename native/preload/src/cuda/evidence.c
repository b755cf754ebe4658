#include "evidence.h"

#include <string.h>

#include "../codes.h"

enum { UNIT_SHIFT = 4 };

/* What is asked of a block. */
typedef bool (*predicate)(const struct evidence *evidence, uint32_t block);

static bool bad(const struct evidence *evidence, uint32_t block) {
    return whole_of(&evidence->source, block) != whole_of(&evidence->after, block);
}

/* Whether the head of a block is what the source holds. */
static bool head_arrived(const struct evidence *evidence, uint32_t block) {
    return head_of(&evidence->after, block) == head_of(&evidence->source, block);
}

/* Whether the head of a block is what the destination held before. */
static bool untouched(const struct evidence *evidence, uint32_t block) {
    return head_of(&evidence->after, block) == head_of(&evidence->before, block);
}

/* Whether a predicate holds for all bad blocks from one on. */
static bool all_bad(const struct evidence *evidence, uint32_t from, predicate holds) {
    for (uint32_t block = from; block < evidence->shape->blocks; block++) {
        if (bad(evidence, block) && !holds(evidence, block)) {
            return false;
        }
    }
    return true;
}

/* Whether all bad blocks from one on hold nothing but zeros. */
static bool all_zero(const struct evidence *evidence, uint32_t from) {
    const struct shape *shape = evidence->shape;
    uint32_t last = shape->blocks - 1;
    uint64_t in_block = 1ull << shape->shift;
    uint64_t of_last = checksum_of_zeros(shape->units - ((uint64_t)last << shape->shift));
    uint64_t whole = last > 0 ? checksum_of_zeros(in_block) : of_last;
    for (uint32_t block = from; block <= last; block++) {
        if (bad(evidence, block) && whole_of(&evidence->after, block) != (block == last ? of_last : whole)) {
            return false;
        }
    }
    return true;
}

static bool source_heads_changed(const struct evidence *evidence) {
    for (uint32_t block = 0; block < evidence->shape->blocks; block++) {
        if (head_of(&evidence->source_before, block) != head_of(&evidence->source_after, block)) {
            return true;
        }
    }
    return false;
}

/* Whether the last unit begins as the source's and goes on as the destination was, or with zeros: the copy stopped within it or before. */
static bool ends_unwritten(const struct evidence *evidence) {
    static const struct unit ZEROS = {{0}};
    const struct unit *now = &evidence->after.totals.last;
    size_t arrived = 0;
    while (arrived < UNIT_BYTES && now->bytes[arrived] == evidence->source.totals.last.bytes[arrived]) {
        arrived++;
    }
    return arrived < UNIT_BYTES
            && (memcmp(now->bytes + arrived, evidence->before.totals.last.bytes + arrived, UNIT_BYTES - arrived) == 0
                    || memcmp(now->bytes + arrived, ZEROS.bytes + arrived, UNIT_BYTES - arrived) == 0);
}

/* The verdict of a copy that stopped early or wrote nothing; VERDICT_NOT_VERIFIED for another. */
static enum copy_verdict stopped_or_skipped(const struct evidence *evidence, uint32_t first) {
    uint32_t block = first;
    while (block < evidence->shape->blocks && bad(evidence, block)) {
        block++;
    }
    bool to_the_end = block == evidence->shape->blocks;
    /* A block whose head equals the source's proves nothing: its old content may have begun the same. */
    if (!all_bad(evidence, first, head_arrived) && all_bad(evidence, first, untouched)) {
        return to_the_end && first > 0 ? VERDICT_PARTIAL : VERDICT_STALE;
    }
    /* The copy may have stopped within the first bad block, so only the later ones must be unwritten as a whole. */
    bool stopped = to_the_end && ends_unwritten(evidence)
            && (all_bad(evidence, first + 1, untouched) || all_zero(evidence, first + 1));
    return stopped ? VERDICT_PARTIAL : VERDICT_NOT_VERIFIED;
}

static enum copy_verdict verdict(const struct evidence *evidence, uint32_t first) {
    if (evidence->source.totals.total != evidence->source_after.totals.total || source_heads_changed(evidence)) {
        /* The source was written meanwhile, so that it is not known what should have arrived. */
        return VERDICT_SOURCE_CHANGED;
    }
    if (all_zero(evidence, first)) {
        return VERDICT_ZEROED;
    }
    if (evidence->before_in_time) {
        enum copy_verdict early = stopped_or_skipped(evidence, first);
        if (early != VERDICT_NOT_VERIFIED) {
            return early;
        }
    }
    if (evidence->source.totals.bag == evidence->after.totals.bag) {
        return VERDICT_PERMUTED;
    }
    /* A sum that came late may include what was written into the source after the copy had read it, unless a head would show that. */
    bool source_may_differ = !evidence->source_in_time && all_bad(evidence, first, head_arrived);
    return source_may_differ ? VERDICT_SOURCE_CHANGED : VERDICT_DAMAGED;
}

struct copy_check evidence_intact(const struct shape *shape, const struct totals *both) {
    return (struct copy_check){
        .verdict = VERDICT_INTACT,
        .block_shift = (uint8_t)(shape->shift + UNIT_SHIFT),
        .source_sum = both->total,
        .destination_sum = both->total,
    };
}

struct copy_check evidence_check(const struct evidence *evidence) {
    struct copy_check check = evidence_intact(evidence->shape, &evidence->source.totals);
    check.destination_sum = evidence->after.totals.total;
    for (uint32_t block = evidence->shape->blocks; block-- > 0;) {
        if (bad(evidence, block)) {
            check.first_bad_block = block;
            check.bad_blocks++;
        }
    }
    if (check.bad_blocks > 0) {
        check.verdict = (uint8_t)verdict(evidence, check.first_bad_block);
    }
    return check;
}
