/** Jobs that make all of their collectives through a wrapper, each as an application would write it. */
package dev.rollcall.analyzer.decision.wrapped;
