/**
 * The catalogue: the methods of each library that are collectives, create communicators, wait, and so on. The agent
 * instruments these methods, and the scan searches for them.
 *
 * <p>Each library is one file (docs/catalogue.md); the agent's option {@code calls} names a file of the same form.
 */
package dev.rollcall.catalogue;
