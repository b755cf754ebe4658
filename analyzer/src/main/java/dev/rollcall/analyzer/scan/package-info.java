/** The search of compiled classes and Python sources for collectives that some ranks call and others do not. */
package dev.rollcall.analyzer.scan;
