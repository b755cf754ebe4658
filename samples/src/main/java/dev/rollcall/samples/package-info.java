/** Sample programs with a fault each, and the verdict that the analyzer must give for it. */
package dev.rollcall.samples;
