/** Who waits for whom: each rank's oldest unfinished call, followed across communicators. */
package dev.rollcall.analyzer.wait;
