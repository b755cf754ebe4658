/** Words by hand, and what the ranks that they send different ways are found to do. */
package dev.rollcall.analyzer.code.match;
