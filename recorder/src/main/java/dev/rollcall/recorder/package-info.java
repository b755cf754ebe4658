/** Records what the hooks report: calls and their completion, communicators, stacks, copies, hangs, the process's end. */
package dev.rollcall.recorder;
