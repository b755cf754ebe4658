/** What a report shows of a verdict, before it is text or HTML: grouped, worded, and safe to print. */
package dev.rollcall.analyzer.report.view;
