/**
 * Reads stacks of running processes, as people collect them from a job that hangs: {@code py-spy dump}, Python's {@code
 * faulthandler}, {@code gdb}, {@code pstack} and {@code jstack}.
 */
package dev.rollcall.analyzer.input.stack;
