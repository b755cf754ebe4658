/**
 * The contract between the readers of evidence and the code that joins it.
 *
 * <p>A {@link dev.rollcall.analyzer.input.SourceReader} recognizes and opens files of one format. Each process in such a file
 * is a {@link dev.rollcall.analyzer.input.ProcessSource}, which is read into a
 * {@link dev.rollcall.analyzer.input.ProcessEvidence}. The packages {@code trace}, {@code pytorch} and {@code nccl} are
 * readers; {@code text} holds what readers of text files share. The package {@code job} asks all readers and joins the
 * evidence into jobs.
 *
 * <p>To read a further format, implement the two interfaces in a package of its own, add a {@link
 * dev.rollcall.analyzer.input.SourceKind}, and list the reader in {@code JobReader.readers}.
 */
package dev.rollcall.analyzer.input;
