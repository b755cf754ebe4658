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
    if (poll(&ready, 1, 0) == 0) {
        /* A full pipe must not stop the thread of the program that is here. */
        return;
    }
    /* One write, past the program's buffers; a closed descriptor is no matter of the recorder. */
    ssize_t ignored = write(STDERR_FILENO, line, strlen(line));
    (void)ignored;
}
