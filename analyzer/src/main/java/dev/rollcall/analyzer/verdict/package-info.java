/** What the analyzer says about a job, for reports: the verdict and its findings with their evidence. */
package dev.rollcall.analyzer.verdict;
