/** The command line, one class a command. */
package dev.rollcall.analyzer.cli;
