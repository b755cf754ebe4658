/**
 * What a collective, a communicator's birth or a wait is, library by library: data that the agent instruments by and the
 * scan searches by.
 *
 * <p>Each library is one file of lines (docs/catalogue.md), which is also the form of the agent's {@code calls} option.
 */
package dev.rollcall.catalogue;
