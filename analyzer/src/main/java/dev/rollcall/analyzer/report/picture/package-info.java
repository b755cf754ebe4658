/** The pictures of a report as records with positions, in pixels from the top left; templates draw them as SVG. */
package dev.rollcall.analyzer.report.picture;
