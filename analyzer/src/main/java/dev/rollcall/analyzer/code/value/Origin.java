package dev.rollcall.analyzer.code.value;

import dev.rollcall.analyzer.code.form.SourcePlace;
import java.util.Optional;

/**
 * Where an opaque value comes from, for the reason of a finding.
 *
 * @param what a noun phrase for the user: {@code os.path.exists}, {@code argument `batch`}
 * @param place the line that makes it
 */
public record Origin(String what, Optional<SourcePlace> place) {}
