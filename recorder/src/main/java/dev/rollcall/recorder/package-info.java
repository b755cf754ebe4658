/** The hot path of recording: communicators, calls and their completion, stacks, the watchdog. */
package dev.rollcall.recorder;
