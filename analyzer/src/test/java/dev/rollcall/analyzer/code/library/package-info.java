/** Tests of what is known about libraries: the form of its files, the files themselves, names and pure functions. */
package dev.rollcall.analyzer.code.library;
