#define _GNU_SOURCE
#include "verifier.h"

#include <pthread.h>
#include <sched.h>
#include <stdio.h>

#include "../process.h"
#include "device_thread.h"
#include "failure.h"
#include "pairs.h"
#include "verification.h"

/* The failures in a row after which it closes; how long the end of a context waits for a poll. */
enum { MAX_FAILURES = 100, ENDING_WAIT = 10000000 };

/* More than all buffers of a context serve. */
enum { MAX_VERIFICATIONS = 2048 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER; /* of the lists */
static struct verification verifications[MAX_VERIFICATIONS];
static uint32_t used;
static struct verification *released;
static struct verification *flying;
static uint32_t in_flight;
static uint32_t polling;

static uint32_t failures;
static uint32_t closed;
static char why[160];

void verifier_forked(void) {
    lock = (pthread_mutex_t)PTHREAD_MUTEX_INITIALIZER;
    used = 0;
    released = NULL;
    flying = NULL;
    in_flight = 0;
    polling = 0;
    failures = 0;
    closed = 0;
    pairs_forked();
    gpus_forked();
}

/* Ends the verification of copies for good. */
static void close_for(const char *reason) {
    uint32_t open = 0;
    if (__atomic_compare_exchange_n(&closed, &open, 1, false, __ATOMIC_ACQ_REL, __ATOMIC_RELAXED)) {
        snprintf(why, sizeof why, "%s", reason);
        __atomic_store_n(&closed, 2, __ATOMIC_RELEASE);
        warn("copies are not verified: %s; they are recorded", reason);
    }
}

static void warn_once(const char *reason) {
    static uint32_t warned;
    if (!__atomic_exchange_n(&warned, 1, __ATOMIC_RELAXED)) {
        warn("a copy is not verified: %s; it is recorded", reason);
    }
}

/* Counts a failure of the driver, whose text this thread has. */
static void count_failure(int result) {
    uint32_t number = __atomic_add_fetch(&failures, 1, __ATOMIC_RELAXED);
    if (failure_is_final(result) || number == MAX_FAILURES) {
        close_for(failure_text());
    } else if (number == 1) {
        warn_once(failure_text());
    }
}

bool verifier_open(const char **problem) {
    uint32_t now = __atomic_load_n(&closed, __ATOMIC_ACQUIRE);
    if (now == 0 && driver_open()) {
        return true;
    }
    if (driver_unfit()) {
        close_for(driver_problem());
    }
    *problem = now == 2 ? why : driver_problem();
    return false;
}

void verifier_not_rerouted(const char *reason) {
    static uint32_t warned;
    if (!__atomic_exchange_n(&warned, 1, __ATOMIC_RELAXED)) {
        warn("a copy takes a path on which others arrived corrupt, because it is not verified: %s", reason);
    }
}

static struct verification *take(void) {
    pthread_mutex_lock(&lock);
    struct verification *taken = released;
    if (taken) {
        released = taken->next;
    } else if (used < MAX_VERIFICATIONS) {
        taken = &verifications[used++];
    }
    pthread_mutex_unlock(&lock);
    return taken;
}

static void put(struct verification **list, struct verification *verification) {
    pthread_mutex_lock(&lock);
    verification->next = *list;
    *list = verification;
    pthread_mutex_unlock(&lock);
}

/* Leaves a verification to the polls. */
static void launch(struct verification *verification) {
    __atomic_add_fetch(&in_flight, 1, __ATOMIC_RELAXED);
    put(&flying, verification);
}

static int begin(struct verification *verification) {
    int result = verification_before(verification);
    if (result != CU_SUCCESS) {
        /* What was enqueued until then must not stay in the application's way. */
        verification_abandon(verification);
        launch(verification);
    }
    return result;
}

/* Plans a verification, with the context of the copy's stream current; whether there is one is in `planned`. */
static int plan(struct gpu *owner, const struct copy *copy, const struct allocation *from, const struct allocation *to,
        struct verification *planned, const char **reason) {
    PASS(verification_plan(owner, copy, from, to, planned, reason));
    if (*reason == UNVERIFIED_NO_BUFFER) {
        verifier_poll();
        PASS(verification_plan(owner, copy, from, to, planned, reason));
    }
    return CU_SUCCESS;
}

static int plan_and_begin(const struct copy *copy, const struct allocation *from, const struct allocation *to,
        struct verification **verification, const char **reason) {
    struct gpu *owner = NULL;
    PASS(gpu_of_stream(copy->stream, &owner));
    if (!owner) {
        *reason = UNVERIFIED_NO_CONTEXT;
        return CU_SUCCESS;
    }
    struct verification *planned = take();
    if (!planned) {
        *reason = UNVERIFIED_NO_BUFFER;
        return CU_SUCCESS;
    }
    bool entered = false;
    int result = gpu_enter(owner, &entered);
    if (result == CU_SUCCESS) {
        result = plan(owner, copy, from, to, planned, reason);
        if (result != CU_SUCCESS || !planned->mark) {
            put(&released, planned);
        } else {
            result = begin(planned);
            *verification = result == CU_SUCCESS ? planned : NULL;
        }
        gpu_leave(entered);
    } else {
        put(&released, planned);
    }
    return result;
}

struct verification *verifier_before(const struct copy *copy, const struct allocation *from, const struct allocation *to, const char **reason) {
    struct verification *verification = NULL;
    device_thread_start();
    int mode = driver_relax();
    int result = plan_and_begin(copy, from, to, &verification, reason);
    driver_restore(mode);
    if (result != CU_SUCCESS) {
        count_failure(result);
        *reason = failure_text();
        return NULL;
    }
    __atomic_store_n(&failures, 0, __ATOMIC_RELAXED);
    if (*reason == UNVERIFIED_NO_CONTEXT) {
        /* For example, another process uses the device exclusively. */
        warn_once(*reason);
    }
    return verification;
}

void verifier_recorded(struct verification *verification, const struct copy *copy, uint64_t position) {
    verification->copy = *copy;
    verification->position = position;
}

void verifier_abandon(struct verification *verification) {
    int mode = driver_relax();
    bool entered;
    int result = gpu_enter(verification->owner, &entered);
    if (result == CU_SUCCESS) {
        verification_abandon(verification);
        gpu_leave(entered);
        launch(verification);
    } else {
        count_failure(result);
        put(&released, verification);
    }
    driver_restore(mode);
}

static bool corrupt(const struct copy_check *check) {
    return check->verdict >= VERDICT_ZEROED && check->verdict <= VERDICT_DAMAGED;
}

static const char *place(int32_t device, char text[16]) {
    snprintf(text, 16, device == HOST ? "the host" : "GPU %d", device);
    return text;
}

/* Records the result of a copy, and warns once for each device pair and kind of corruption. */
static void record(const struct verification *verification, const struct copy_check *check) {
    static const char *const NAMES[] = {"unverified", "intact", "zeroed", "stale", "partial", "permuted", "damaged"};
    const struct copy *copy = &verification->copy;
    copies_completed(verification->position, now_nanos(), check);
    if (!corrupt(check) || !pair_first_time(copy->source.device, copy->destination.device, check->verdict)) {
        return;
    }
    char from[16];
    char to[16];
    warn("a copy of %llu bytes from %s to %s%s arrived %s: %u bad blocks of %llu bytes, the first at byte %llu",
            (unsigned long long)(copy->bytes * copy->rows * copy->planes), place(copy->source.device, from), place(copy->destination.device, to),
            copy->path == PATH_REROUTED ? ", rerouted through the host's memory," : "", NAMES[check->verdict], check->bad_blocks,
            1ull << check->block_shift, (unsigned long long)check->first_bad_block << check->block_shift);
}

/* Gives back what a verification used. */
static void release(struct verification *verification) {
    verification_release(verification);
    put(&released, verification);
}

/* Records the result of a copy, unless there is none. */
static void conclude(struct verification *verification, const struct copy_check *check) {
    if (!verification->inconclusive) {
        record(verification, check);
    }
    release(verification);
}

/* Repeats a copy through the host's memory, with a record of its own; sets whether it then arrived. */
static int repeat(struct verification *verification, bool *arrived) {
    struct copy_check check;
    verification_restart(verification);
    PASS(verification_before(verification));
    PASS(route_copy(verification));
    PASS(verification_after(verification, true));
    PASS(verification_await(verification));
    PASS(verification_check(verification, &check));
    record(verification, &check);
    *arrived = !corrupt(&check);
    return CU_SUCCESS;
}

/* Reroutes a copy and all later ones of its device pair. */
static int reroute(struct verification *verification, bool *arrived) {
    struct copy again = verification->copy;
    pair_reroute(again.source.device, again.destination.device);
    again.path = PATH_REROUTED;
    verifier_recorded(verification, &again, copy_record_again(&again));
    return repeat(verification, arrived);
}

static int follow(struct verification *verification) {
    if (verification->copy.path == PATH_REROUTED) {
        PASS(route_copy(verification));
    }
    PASS(verification_after(verification, options.corrupt != CORRUPT_WARN));
    return options.corrupt == CORRUPT_WARN ? CU_SUCCESS : verification_await(verification);
}

/* Acts on the result of a copy that the thread has waited for; sets whether the destination is right. */
static int judge(struct verification *verification, bool *arrived) {
    struct copy_check check;
    bool rerouted = verification->copy.path == PATH_REROUTED;
    PASS(verification_check(verification, &check));
    if (!verification->inconclusive) {
        record(verification, &check);
    }
    *arrived = !corrupt(&check);
    return !*arrived && options.corrupt == CORRUPT_REROUTE && !rerouted ? reroute(verification, arrived) : CU_SUCCESS;
}

static int follow_and_judge(struct verification *verification, bool *arrived) {
    PASS(follow(verification));
    return options.corrupt == CORRUPT_WARN ? CU_SUCCESS : judge(verification, arrived);
}

bool verifier_after(struct verification *verification) {
    bool arrived = true;
    bool entered = false;
    int mode = driver_relax();
    int result = gpu_enter(verification->owner, &entered);
    if (result == CU_SUCCESS) {
        result = follow_and_judge(verification, &arrived);
        gpu_leave(entered);
    }
    driver_restore(mode);
    if (result != CU_SUCCESS) {
        /* Its buffers are lost: they may still be written. */
        count_failure(result);
        put(&released, verification);
    } else if (options.corrupt == CORRUPT_WARN) {
        launch(verification);
    } else {
        release(verification);
    }
    static uint32_t warned;
    if (!arrived && !__atomic_exchange_n(&warned, 1, __ATOMIC_RELAXED)) {
        bool repeated = result == CU_SUCCESS;
        warn("a function returns cudaErrorUnknown (999), because its copy arrived corrupt%s%s",
                repeated ? "" : "; it could not be repeated: ", repeated ? "" : failure_text());
    }
    return arrived;
}

static bool try_polling(void) {
    uint32_t free = 0;
    return __atomic_compare_exchange_n(&polling, &free, 1, false, __ATOMIC_ACQUIRE, __ATOMIC_RELAXED);
}

static void end_polling(void) { __atomic_store_n(&polling, 0, __ATOMIC_RELEASE); }

/* Waits a moment for a poll that is under way. */
static bool await_polling(void) {
    uint64_t begun = now_nanos();
    while (!try_polling()) {
        if (now_nanos() - begun > ENDING_WAIT) {
            return false;
        }
        sched_yield();
    }
    return true;
}

/* Concludes a verification if all is on the host; returns whether it is done with. */
static bool poll_one(struct verification *verification) {
    int result = verification_finished(verification);
    if (result == CU_NOT_READY) {
        return false;
    }
    struct copy_check check;
    if (result == CU_SUCCESS) {
        result = verification_check(verification, &check);
    }
    if (result == CU_SUCCESS) {
        conclude(verification, &check);
    } else {
        /* Its context has ended or is broken, and the buffers in it are lost. */
        put(&released, verification);
        if (result != CONTEXT_ENDED && result != CU_DEINITIALIZED) {
            count_failure(result);
        }
    }
    return true;
}

void verifier_poll(void) {
    if (!__atomic_load_n(&in_flight, __ATOMIC_RELAXED) || !try_polling()) {
        return;
    }
    pthread_mutex_lock(&lock);
    struct verification *all = flying;
    flying = NULL;
    pthread_mutex_unlock(&lock);
    int mode = driver_relax();
    while (all) {
        struct verification *verification = all;
        all = verification->next;
        if (poll_one(verification)) {
            __atomic_sub_fetch(&in_flight, 1, __ATOMIC_RELEASE);
        } else {
            put(&flying, verification);
        }
    }
    driver_restore(mode);
    end_polling();
}

bool verifier_in_flight(void) { return __atomic_load_n(&in_flight, __ATOMIC_ACQUIRE) != 0; }

/* Polling is kept for good. */
void verifier_stop(void) {
    __atomic_store_n(&closed, 1, __ATOMIC_RELAXED);
    (void)await_polling();
}

void verifier_ending(int device) {
    bool paused = await_polling();
    gpus_ending(device);
    if (paused) {
        end_polling();
    }
}
