/** Replaces the names of hosts, people, folders and jobs in verdicts, so that a report may leave the company. */
package dev.rollcall.analyzer.redaction;
