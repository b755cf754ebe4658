/**
 * From aligned calls and waits to incidents: {@link dev.rollcall.analyzer.incident.IncidentFinder} finds each independent fault
 * of a job, as an {@link dev.rollcall.analyzer.incident.Incident} of one kind with the facts that decide about it. Nothing here
 * names a culprit.
 */
package dev.rollcall.analyzer.incident;
