/*
 * Masks the command lines of a file of cases, in which a line of arguments, separated by bars, stands above `=> ` and what a trace
 * holds of them. Prints what differs.
 */
#include <stdio.h>
#include <string.h>

#include "../src/process.h"

int main(int count, char **arguments) {
    FILE *cases = count == 2 ? fopen(arguments[1], "r") : NULL;
    char line[1024];
    char masked[1024] = "";
    int wrong = 0;
    int tested = 0;
    if (!cases) {
        return 2;
    }
    while (fgets(line, sizeof line, cases)) {
        line[strcspn(line, "\n")] = 0;
        if (!strncmp(line, "=> ", 3)) {
            tested++;
            if (strcmp(line + 3, masked) != 0) {
                printf("%s, not %s\n", masked, line + 3);
                wrong++;
            }
        } else if (*line && *line != '#') {
            size_t length = strlen(line);
            for (char *bar = strchr(line, '|'); bar; bar = strchr(bar, '|')) {
                *bar = 0;
                bar++;
            }
            command_line_mask(line, length, masked, sizeof masked);
        }
    }
    fclose(cases);
    printf("%d command lines, %d wrong\n", tested, wrong);
    return wrong || !tested;
}
