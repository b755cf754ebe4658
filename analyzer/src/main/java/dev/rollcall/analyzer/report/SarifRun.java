package dev.rollcall.analyzer.report;

import java.util.List;

/**
 * One run of a SARIF log.
 *
 * @param category what tells this run from others of the same log; empty where it is the only one
 * @param told the level and the text of what is said of the run as a whole; both empty where nothing is
 * @param results what was found
 */
record SarifRun(String category, Told told, List<SarifResult> results) {

    /** What is said of a run as a whole: a level and a text. */
    record Told(String level, String text) {
        static final Told NOTHING = new Told("", "");
    }

    SarifRun {
        results = List.copyOf(results);
    }
}
