/** The front end for Java class files: lowers bytecode (JVM specification, 4 and 6) to the intermediate form. */
package dev.rollcall.analyzer.code.bytecode;
