/** Tests of words and summaries. */
package dev.rollcall.analyzer.code.summary;
