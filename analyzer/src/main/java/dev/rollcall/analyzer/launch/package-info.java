/** Starts a command so that its processes are recorded. Uses the JDK alone. */
package dev.rollcall.analyzer.launch;
