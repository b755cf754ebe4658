package dev.rollcall.analyzer.report;

import dev.rollcall.analyzer.verdict.Cause;
import java.util.LinkedHashSet;
import java.util.List;

/**
 * One result of a SARIF log.
 *
 * @param cause its rule
 * @param level {@code error}, {@code warning} or {@code note}
 * @param message what it says
 * @param place what it is about; null where no file is known
 * @param related what else there is to look at; each once, for the schema wants them unique
 * @param fingerprint by which a code host knows it again when lines have moved
 * @param ranks the ranks that it names; none where it names none
 */
record SarifResult(
        Cause cause,
        String level,
        String message,
        SarifPlace place,
        List<SarifPlace> related,
        String fingerprint,
        List<Integer> ranks) {

    SarifResult {
        related = List.copyOf(new LinkedHashSet<>(related));
        ranks = List.copyOf(ranks);
    }
}
