/** Text files as lines, whatever their encoding and however long their lines: the ground for readers of logs. */
package dev.rollcall.analyzer.input.text;
