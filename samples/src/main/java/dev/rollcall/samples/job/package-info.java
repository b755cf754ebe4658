/** The samples: small distributed programs, most with one fault that one rank has. */
package dev.rollcall.samples.job;
