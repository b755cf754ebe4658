/* The command line without what looks like a secret. The rule is in docs/security.md; the agent has the same in CommandLine. */
#define _GNU_SOURCE
#include <string.h>
#include <strings.h>

#include "process.h"

enum { LONGEST = 8192 };

static const char MASK[] = "***";
static const char SCHEME_END[] = "://";

/* A word of a name that ends with one of these makes the name a secret's. */
static const char *const SECRETS[] = {"password", "passwords", "passwd", "passphrase", "pass", "pwd", "secret", "secrets", "token",
        "credential", "credentials", "key", "keys", "auth", "authorization", "cookie"};

struct line {
    char *text;
    size_t length;
    size_t room;
};

static void add(struct line *line, const char *text, size_t length) {
    size_t left = line->room - 1 - line->length;
    length = length < left ? length : left;
    memcpy(line->text + line->length, text, length);
    line->length += length;
}

static bool upper(char c) { return c >= 'A' && c <= 'Z'; }

static bool letter(char c) { return (c >= 'a' && c <= 'z') || upper(c); }

/* The length of the name that a text begins with. */
static size_t name_length(const char *text) {
    size_t length = 0;
    while (letter(text[length]) || (text[length] >= '0' && text[length] <= '9') || (text[length] && strchr("_.-", text[length]))) {
        length++;
    }
    return length;
}

static bool secret(const char *name, size_t length) {
    for (size_t i = 0; i < length; i++) {
        char next = i + 1 < length ? name[i + 1] : 0;
        bool camel = upper(next) && !upper(name[i]);
        if (!letter(name[i]) || (letter(next) && !camel)) {
            continue;
        }
        for (size_t word = 0; word < sizeof SECRETS / sizeof *SECRETS; word++) {
            size_t ending = strlen(SECRETS[word]);
            if (i + 1 >= ending && !strncasecmp(name + i + 1 - ending, SECRETS[word], ending)) {
                return true;
            }
        }
    }
    return false;
}

/* The length of what follows the first name of a secret and its separator; 0 if there is none. */
static size_t value_length(const char *argument) {
    for (const char *start = argument; *start;) {
        size_t length = name_length(start);
        if (length && secret(start, length)) {
            const char *separator = start + length;
            if (*separator == '"' || *separator == '\'') {
                separator++;
            }
            bool option = *start == '-' && (*separator == ' ' || *separator == '\t');
            if (*separator == '=' || *separator == ':' || option) {
                return strlen(separator + 1 + strspn(separator + 1, " "));
            }
        }
        start += length;
        start += *start ? 1 : 0;
    }
    return 0;
}

/* Masks what stands between the scheme and the host of each URL. */
static void mask_user_info(const char *argument, struct line *clean) {
    const char *done = argument;
    for (const char *scheme = strstr(argument, SCHEME_END); scheme;) {
        const char *start = scheme + strlen(SCHEME_END);
        size_t authority = strcspn(start, "/?# \t\n\"'");
        const char *at = memrchr(start, '@', authority);
        if (at) {
            add(clean, done, (size_t)(start - done));
            add(clean, MASK, strlen(MASK));
            done = at;
        }
        scheme = strstr(start + authority, SCHEME_END);
    }
    add(clean, done, strlen(done));
    clean->text[clean->length] = 0;
}

static void add_argument(struct line *line, const char *argument) {
    char text[LONGEST];
    struct line clean = {text, 0, sizeof text};
    mask_user_info(argument, &clean);
    size_t value = value_length(text);
    add(line, text, clean.length - value);
    if (value) {
        add(line, MASK, strlen(MASK));
    }
}

void command_line_mask(const char *arguments, size_t length, char *text, size_t room) {
    struct line line = {text, 0, room};
    bool value_next = false;
    for (const char *argument = arguments; argument < arguments + length; argument += strlen(argument) + 1) {
        if (argument > arguments) {
            add(&line, " ", 1);
        }
        if (value_next && strncmp(argument, "--", 2) != 0) {
            add(&line, MASK, strlen(MASK));
            value_next = false;
        } else {
            size_t name = name_length(argument);
            add_argument(&line, argument);
            value_next = *argument == '-' && !argument[name] && secret(argument, name);
        }
    }
    text[line.length] = 0;
}
