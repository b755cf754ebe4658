/** Tests of the front end for Java class files. */
package dev.rollcall.analyzer.code.bytecode;
