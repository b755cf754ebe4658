/** Unpacks archives and compressed files within bounds. */
package dev.rollcall.analyzer.input.archive;
