/** Tests of the flow of control. */
package dev.rollcall.analyzer.code.flow;
