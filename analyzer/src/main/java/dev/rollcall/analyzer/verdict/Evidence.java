package dev.rollcall.analyzer.verdict;

import dev.rollcall.analyzer.model.Call;

/**
 * One call of one rank that shows what a finding says.
 *
 * @param rank the global rank
 * @param call the call; null where the evidence is that the rank made none
 * @param note what the call shows, in a few words
 */
public record Evidence(int rank, Call call, String note) {}
