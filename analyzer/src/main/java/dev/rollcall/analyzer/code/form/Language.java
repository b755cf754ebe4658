package dev.rollcall.analyzer.code.form;

/** The language of a unit. */
public enum Language {
    JAVA,
    PYTHON
}
