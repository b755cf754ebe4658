/** Finds sources, groups them into jobs, and joins the evidence of each job's processes. */
package dev.rollcall.analyzer.input.job;
