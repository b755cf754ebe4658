/* A function whose frame is as large as a build says: two builds have equal code at equal places, but for that. */
int through(int (*call)(int), int depth) {
    char memory[FRAME];
    __asm__ volatile("" : : "r"(memory) : "memory");
    int result = call(depth);
    __asm__ volatile("" : : "r"(memory) : "memory");
    return result;
}
