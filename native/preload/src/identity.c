/* This process's place in its job, from the launcher's environment variables; as the agent's ProcessIdentity has it. */
#define _GNU_SOURCE
#include <ctype.h>
#include <dlfcn.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#include <unistd.h>

#include "compatibility.h"
#include "process.h"

static const char *const RANKS[] = {"RANK", "OMPI_COMM_WORLD_RANK", "PMI_RANK", "SLURM_PROCID", NULL};
static const char *const WORLDS[] = {"WORLD_SIZE", "OMPI_COMM_WORLD_SIZE", "PMI_SIZE", "SLURM_NTASKS", NULL};
static const char *const MPI_JOBS[] = {"PMIX_NAMESPACE", "OMPI_MCA_ess_base_jobid", "PMI_JOBID", NULL};

static bool present(const char *value) { return value && value[strspn(value, " \t\n\r\f\v")]; }

static int32_t first(const char *const *names) {
    for (; *names; names++) {
        const char *value = getenv(*names);
        size_t digits = value ? strspn(value, "0123456789") : 0;
        if (digits >= 1 && digits <= 9 && !value[digits]) {
            return (int32_t)strtol(value, NULL, 10);
        }
    }
    return -1;
}

/* Reads a small file; returns its length, 0 if there is none. The text ends with a zero. */
static size_t read_file(const char *path, char *text, size_t room) {
    int file = open(path, O_RDONLY | O_CLOEXEC);
    size_t length = 0;
    while (file >= 0 && length < room - 1) {
        ssize_t now = read(file, text + length, room - 1 - length);
        if (now <= 0) {
            break;
        }
        length += (size_t)now;
    }
    if (file >= 0) {
        close(file);
    }
    text[length] = 0;
    return length;
}

/* When a process started, in the kernel's ticks since the boot (proc(5), stat, field 22); 0 if unknown. */
static uint64_t start_ticks(int pid) {
    char path[64];
    char stat[1024];
    snprintf(path, sizeof path, "/proc/%d/stat", pid);
    read_file(path, stat, sizeof stat);
    char *at = strrchr(stat, ')');
    for (int field = 2; at && field < 22; field++) {
        at = strchr(at + 1, ' ');
    }
    return at ? strtoull(at, NULL, 10) : 0;
}

static uint64_t start_millis(void) {
    char stat[16384];
    read_file("/proc/stat", stat, sizeof stat);
    char *boot = strstr(stat, "\nbtime ");
    long ticks = sysconf(_SC_CLK_TCK);
    uint64_t start = start_ticks(getpid());
    return boot && start && ticks > 0 ? strtoull(boot + 7, NULL, 10) * 1000 + start * 1000 / (uint64_t)ticks : 0;
}

/* The name of a pod's job: without the role, the ordinal and the suffix of five characters. */
static bool pod_job(const char *pod, char *job, size_t room) {
    static const char *const ROLES[] = {"-master", "-worker", "-launcher", "-chief", "-leader"};
    size_t length = strlen(pod);
    /* At the end: an ordinal, perhaps with a suffix. */
    for (int suffix = 0; suffix < 2; suffix++) {
        size_t end = length;
        if (suffix) {
            if (length < 7 || pod[length - 6] != '-') {
                continue;
            }
            for (size_t i = length - 5; i < length; i++) {
                if (!islower((unsigned char)pod[i]) && !isdigit((unsigned char)pod[i])) {
                    return false;
                }
            }
            end = length - 6;
        }
        size_t digits = end;
        while (digits > 0 && isdigit((unsigned char)pod[digits - 1])) {
            digits--;
        }
        if (digits == end || digits < 2 || pod[digits - 1] != '-') {
            continue;
        }
        size_t name = digits - 1;
        for (size_t i = 0; i < sizeof ROLES / sizeof *ROLES; i++) {
            size_t role = strlen(ROLES[i]);
            if (name > role && !memcmp(pod + name - role, ROLES[i], role)) {
                name -= role;
                break;
            }
        }
        snprintf(job, room, "pod-%.*s", (int)name, pod);
        return true;
    }
    return false;
}

static void read_job(struct identity *identity) {
    const char *elastic = getenv("TORCHELASTIC_RUN_ID");
    if (present(elastic) && strcmp(elastic, "none") != 0) {
        const char *restart = getenv("TORCHELASTIC_RESTART_COUNT");
        bool again = restart && strcmp(restart, "0") != 0;
        snprintf(identity->job, sizeof identity->job, "elastic-%s%s%s", elastic, again ? "." : "", again ? restart : "");
        return;
    }
    const char *slurm = getenv("SLURM_JOB_ID");
    if (present(slurm) && getenv("SLURM_PROCID")) {
        const char *step = getenv("SLURM_STEP_ID");
        bool steps = present(step);
        snprintf(identity->job, sizeof identity->job, "slurm-%s%s%s", slurm, steps ? "." : "", steps ? step : "");
        return;
    }
    for (const char *const *name = MPI_JOBS; *name; name++) {
        if (present(getenv(*name))) {
            snprintf(identity->job, sizeof identity->job, "mpi-%s", getenv(*name));
            return;
        }
    }
    if (getenv("KUBERNETES_SERVICE_HOST")) {
        const char *pod = getenv("HOSTNAME");
        if (pod_job(pod ? pod : identity->host, identity->job, sizeof identity->job)) {
            return;
        }
    }
    int parent = getppid();
    snprintf(identity->job, sizeof identity->job, "parent-%d-%llu", parent, (unsigned long long)start_ticks(parent));
}

/* The kernel's name of the host: a resolver may block, and a launcher may pass on another machine's environment. */
static void read_host(struct identity *identity) {
    struct utsname names;
    const char *name = uname(&names) == 0 && names.nodename[0] ? names.nodename : "localhost";
    snprintf(identity->host, sizeof identity->host, "%s", name);
}

/* What options of a JVM that load the agent hold, in this order. */
static const char *const AGENT[] = {"-javaagent:", "rollcall-agent"};

enum { AGENT_PARTS = 2, LONGEST_PART = 16 };

/* Searches a text for the parts from this one on; returns where the rest begins. */
static const char *find_agent(const char *text, const char *end, int *part) {
    const char *found;
    while (*part < AGENT_PARTS && (found = memmem(text, (size_t)(end - text), AGENT[*part], strlen(AGENT[*part])))) {
        text = found + strlen(AGENT[(*part)++]);
    }
    return text;
}

static bool variable_names_agent(const char *name) {
    const char *value = getenv(name);
    int part = 0;
    if (value) {
        find_agent(value, value + strlen(value), &part);
    }
    return part == AGENT_PARTS;
}

/* A command line may be of any length. */
static bool command_line_names_agent(void) {
    char text[4096];
    size_t kept = 0;
    int part = 0;
    ssize_t now;
    int file = open("/proc/self/cmdline", O_RDONLY | O_CLOEXEC);
    while (file >= 0 && part < AGENT_PARTS && (now = read(file, text + kept, sizeof text - kept)) > 0) {
        const char *end = text + kept + now;
        const char *rest = text;
        const char *zero;
        /* The parts are in one argument. */
        while (part < AGENT_PARTS && (zero = memchr(rest, 0, (size_t)(end - rest)))) {
            find_agent(rest, zero, &part);
            part = part < AGENT_PARTS ? 0 : part;
            rest = zero + 1;
        }
        rest = find_agent(rest, end, &part);
        /* A part may go on in what is read next. */
        kept = (size_t)(end - rest) < LONGEST_PART ? (size_t)(end - rest) : LONGEST_PART;
        memmove(text, end - kept, kept);
    }
    if (file >= 0) {
        close(file);
    }
    return part == AGENT_PARTS;
}

static bool in_jvm(void) {
    void *jvm = dlopen("libjvm.so", RTLD_LAZY | RTLD_NOLOAD);
    if (jvm) {
        dlclose(jvm);
    }
    return jvm;
}

static void read_command_line(struct identity *identity, bool keep) {
    char arguments[4096];
    size_t length = read_file("/proc/self/cmdline", arguments, sizeof arguments);
    identity->has_agent = in_jvm()
            && (command_line_names_agent() || variable_names_agent("JAVA_TOOL_OPTIONS")
                    || variable_names_agent("JDK_JAVA_OPTIONS") || variable_names_agent("_JAVA_OPTIONS"));
    command_line_mask(arguments, keep ? length : 0, identity->command_line, sizeof identity->command_line);
}

void identity_read(struct identity *identity, bool command_line) {
    identity->pid = getpid();
    identity->rank = first(RANKS);
    identity->world = first(WORLDS);
    identity->start_millis = start_millis();
    read_host(identity);
    read_job(identity);
    read_command_line(identity, command_line);
}
