/*
 * Tells whether it is a JVM in which the agent records, as the recorder sees it.
 *
 * usage: jvm LIBRARY ARGUMENT…      LIBRARY is loaded, as a stand-in for libjvm.so; exits with 0 if the agent is found, else with 1
 */
#include <dlfcn.h>
#include <stdio.h>

#include "../src/process.h"

int main(int count, char **arguments) {
    static struct identity identity;
    if (count < 2 || !dlopen(arguments[1], RTLD_NOW)) {
        fprintf(stderr, "usage: jvm LIBRARY ARGUMENT…\n");
        return 2;
    }
    identity_read(&identity, false);
    return !identity.has_agent;
}
