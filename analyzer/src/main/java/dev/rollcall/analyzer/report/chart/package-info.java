/** Charts of times and bytes, each with a table of the same numbers. */
package dev.rollcall.analyzer.report.chart;
