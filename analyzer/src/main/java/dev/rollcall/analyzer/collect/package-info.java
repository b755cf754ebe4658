/** Copies files from many hosts into one folder, with the tools that people have: a shell and tar on each host. */
package dev.rollcall.analyzer.collect;
