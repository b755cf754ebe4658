/** The Java agent: its options, the bytecode transformer, and the hooks that instrumented methods call. */
package dev.rollcall.agent;
