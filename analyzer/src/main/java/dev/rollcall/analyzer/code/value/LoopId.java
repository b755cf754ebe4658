package dev.rollcall.analyzer.code.value;

import dev.rollcall.analyzer.code.form.FunctionId;

/**
 * A loop of the program.
 *
 * @param function the function that holds it
 * @param header its header, an instruction's number
 */
public record LoopId(FunctionId function, int header) {}
