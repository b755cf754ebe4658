package dev.rollcall.analyzer.code.summary;

import dev.rollcall.analyzer.code.value.Value;

/**
 * What an instruction does.
 *
 * @param word its collective calls
 * @param value its result
 * @param state what variables and places hold afterwards
 */
record CallOutcome(Word word, Value value, CodeState state) {}
