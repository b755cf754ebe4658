/*
 * The pattern of the trace file's name: %j job, %r rank, %h host, %p process id, %t time, %{NAME} environment variable, %%
 * percent sign.
 */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "process.h"

bool file_name_check(const char *pattern, char *problem, size_t room) {
    for (const char *at = strchr(pattern, '%'); at; at = strchr(at + 2, '%')) {
        if (!at[1] || !strchr("jrhpt%{", at[1]) || (at[1] == '{' && !strchr(at, '}'))) {
            snprintf(problem, room, "ROLLCALL_FILE may contain %%j, %%r, %%h, %%p, %%t, %%{NAME} and %%%%, not %.2s", at);
            return false;
        }
    }
    return true;
}

struct text {
    char *bytes;
    size_t length;
    size_t room;
};

static void add(struct text *text, const char *bytes, size_t length) {
    if (text->length + length < text->room) {
        memcpy(text->bytes + text->length, bytes, length);
    }
    text->length += length;
}

/* Adds inserted text, which must not lead out of the folders of the pattern. */
static void add_safe(struct text *text, const char *inserted) {
    size_t length = strlen(inserted);
    if (strspn(inserted, ".") == length) {
        add(text, "_", 1);
        return;
    }
    for (size_t i = 0; i < length; i++) {
        char c = inserted[i];
        bool plain = (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || strchr("._@+=-", c);
        add(text, plain ? &c : "_", 1);
    }
}

/* Adds the variable whose name is at a pattern's `{`; returns the `}`. */
static const char *add_variable(struct text *text, const char *brace) {
    char name[256];
    const char *end = strchr(brace, '}');
    size_t length = (size_t)(end - brace - 1);
    length = length < sizeof name ? length : sizeof name - 1;
    memcpy(name, brace + 1, length);
    name[length] = 0;
    const char *value = secure_getenv(name);
    add_safe(text, value ? value : "");
    return end;
}

bool file_name_resolve(const char *pattern, const struct identity *identity, char *path, size_t room) {
    struct text text = {path, 0, room};
    char number[32];
    for (const char *at = pattern; *at; at++) {
        if (*at != '%') {
            add(&text, at, 1);
            continue;
        }
        switch (*++at) {
            case 'j':
                add_safe(&text, identity->job);
                break;
            case 'r':
                snprintf(number, sizeof number, identity->rank < 0 ? "x" : "%d", identity->rank);
                add(&text, number, strlen(number));
                break;
            case 'h':
                add_safe(&text, identity->host);
                break;
            case 'p':
                snprintf(number, sizeof number, "%d", identity->pid);
                add(&text, number, strlen(number));
                break;
            case 't': {
                time_t now = time(NULL);
                struct tm utc;
                gmtime_r(&now, &utc);
                add(&text, number, strftime(number, sizeof number, "%Y%m%d-%H%M%S", &utc));
                break;
            }
            case '{':
                at = add_variable(&text, at);
                break;
            default:
                add(&text, at, 1);
        }
    }
    if (text.length >= room) {
        return false;
    }
    path[text.length] = 0;
    return true;
}
