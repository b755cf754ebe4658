/** The front end for Python: source files, read with tree-sitter, in the intermediate form. It resolves names and runs nothing. */
package dev.rollcall.analyzer.code.python;
