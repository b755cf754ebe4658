/** The command line, one class for each command. */
package dev.rollcall.analyzer.cli;
