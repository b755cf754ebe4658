/** Tests of symbolic values, and their text form for tests of the engine. */
package dev.rollcall.analyzer.code.value;
