/** What is known about libraries' functions and names, as data: the catalogue's {@code *.calls} and this package's {@code *.names}. */
package dev.rollcall.analyzer.code.library;
