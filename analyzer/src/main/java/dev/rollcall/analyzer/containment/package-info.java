/** The boundary around each source that is read: what one file can cost, and how a failure in it is named. Uses the JDK alone. */
package dev.rollcall.analyzer.containment;
