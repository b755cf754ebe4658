package dev.rollcall.analyzer.scan.run;

/** A place in the code where control takes one of several ways. Equal for one place. */
public interface Site {

    /** Returns a name that no other place has. */
    String key();

    /** Returns the class that it is in, with dots; empty where the language has none. */
    String type();

    /** Returns the source file. */
    String file();

    /** Returns the line of the condition; 0 where unknown. */
    int line();

    /** Returns the condition, about as the source has it. */
    String condition();

    /** Returns whether it decides whether a loop goes on. */
    boolean decidesLoop();

    /** Returns whether the program says that what is done here is meant so. */
    boolean meantSo();
}
