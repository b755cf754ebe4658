package dev.rollcall.analyzer.code.form;

/** What an instruction reads without computing: a variable or a literal. */
public sealed interface Operand permits Variable, Literal {}
