package dev.rollcall.analyzer.verdict;

/**
 * The words of a finding. Immutable.
 *
 * @param summary one sentence of 25 words at most: which rank on which host, what it did, at which line
 * @param detail a second sentence: what the others do; empty for none
 * @param waits who waits where and since when; empty for none
 * @param explanation why the job hangs, in a few sentences
 * @param remedy what to do about it
 * @param settles for suspects, what would prove or clear them; empty for other findings
 */
public record FindingText(
        String summary, String detail, String waits, String explanation, String remedy, String settles) {

    /** Makes the words of a finding that says nothing about waits. */
    public FindingText(String summary, String detail, String explanation, String remedy, String settles) {
        this(summary, detail, "", explanation, remedy, settles);
    }
}
