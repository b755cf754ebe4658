/**
 * Names and lines of native code, from the files of programs and libraries and from their debug files.
 *
 * <p>{@code NativeSymbols} turns a recorded frame into one with function, file and line. {@code ElfFile} finds the sections of a file,
 * {@code DebugFiles} the separate file with what was stripped off, {@code SymbolTable} the function at an address, and
 * {@code LineTable} the line, for which {@code LineUnit} reads the header and the program of one compilation unit and {@code CompilationUnits} the
 * calls that the compiler replaced by code. All read through
 * {@code ElfBytes}, which refuses to read past the end. Of a damaged file the names and lines are missing, and nothing else.
 */
package dev.rollcall.analyzer.input.elf;
