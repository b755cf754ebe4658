/** Python programs, run from their source as every rank. Uses tree-sitter to read them. */
package dev.rollcall.analyzer.scan.python;
