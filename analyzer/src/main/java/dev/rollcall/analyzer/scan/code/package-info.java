/** Class files as the scan needs them: methods, hierarchy, flow of control, who can reach a collective. */
package dev.rollcall.analyzer.scan.code;
