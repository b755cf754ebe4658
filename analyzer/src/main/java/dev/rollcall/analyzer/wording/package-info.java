/**
 * From decided incidents to sentences: {@link dev.rollcall.analyzer.wording.FindingWriter} has a template for each kind of
 * incident and takes typed values. Nothing here decides.
 */
package dev.rollcall.analyzer.wording;
