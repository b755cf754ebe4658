/* The recorder's lines on the standard error. */
#define _GNU_SOURCE
#include <poll.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "process.h"

void warn(const char *format, ...) {
    char line[1024] = "rollcall: ";
    size_t length = strlen(line);
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(line + length, sizeof line - length - 1, format, arguments);
    va_end(arguments);
    strcat(line, "\n");
    struct pollfd ready = {.fd = STDERR_FILENO, .events = POLLOUT};
    if (poll(&ready, 1, 0) != 1 || ready.revents != POLLOUT) {
        /* A full pipe must not stop the thread of the program that is here, and a pipe without a reader would end the program. */
        return;
    }
    /* One write, past the program's buffers. */
    ssize_t ignored = write(STDERR_FILENO, line, strlen(line));
    (void)ignored;
}
