/* What stacks.py does in C. */
#include <errno.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <time.h>

enum { SECONDS = 5 };

/* Calls MPI's barrier for long, as a thread does that needs Python's lock only at its end. */
void call_for_long(int (*barrier)(void *), void *world) {
    time_t end = time(NULL) + SECONDS;
    while (time(NULL) < end) {
        barrier(world);
    }
}

/* Forbids process_vm_readv, as a container may; returns 0 if it is forbidden. */
int forbid_copies(void) {
    struct sock_filter instructions[] = {
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_process_vm_readv, 0, 1),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
    };
    struct sock_fprog filter = {sizeof instructions / sizeof *instructions, instructions};
    return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) || prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter);
}
