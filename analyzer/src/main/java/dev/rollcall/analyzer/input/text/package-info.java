/** Reads text files line by line, whatever their encoding and however long their lines: the ground for readers of logs. */
package dev.rollcall.analyzer.input.text;
