/**
 * The trace file: its layout (docs/trace-format.md), writers that never block, and readers that tolerate damage. The only code
 * that knows an offset. Uses the JDK alone.
 */
package dev.rollcall.trace;
