package dev.rollcall.analyzer.code.library;

import dev.rollcall.analyzer.code.form.Callee;
import dev.rollcall.analyzer.code.form.CodeProgram;
import dev.rollcall.analyzer.code.form.FunctionId;
import java.util.Optional;
import java.util.Set;

/** What is known about the libraries that a program uses. Not thread-safe: it remembers which of them were recognized. */
public interface Libraries {

    /**
     * Returns what the catalogue says about a call. A function of the program is found too, where a library's has its name; its body
     * decides if it has one, except in a library's own backend.
     *
     * @param hint what is known of the object of a {@link Callee.Virtual}
     */
    Optional<Found> find(CodeProgram program, Callee callee, ReceiverHint hint);

    /** Returns whether some library has a function or method with that bare name that communicates. */
    boolean mayCommunicate(String name);

    /** Returns what the catalogue, or the rule of names, says about an attribute that is read. */
    Optional<Found> attribute(CodeProgram program, String name, ReceiverHint hint);

    /** Returns what the catalogue, or the rule of names, says about a library's constant or class: {@code @torch.no_grad}. */
    Optional<Found> constant(String name);

    /**
     * Returns the library's class of what a method of a program's class gets as a parameter; empty unless a library calls such methods.
     */
    Optional<String> given(CodeProgram program, FunctionId method, String parameter);

    /** Returns what the rule of names says about a parameter of a function that nobody visible calls. */
    Optional<Found> parameter(String name);

    /** Returns what an environment variable or system property holds. */
    Optional<Found> setting(String name);

    /** Returns the libraries that were recognized so far, in order. */
    Set<String> recognized();

    /**
     * A fact.
     *
     * @param library the library's name; empty for what follows from a name alone
     * @param certain whether the library is sure to be the one that is used, and not guessed by a name that others may have
     */
    record Found(LibraryFact fact, String library, boolean certain) {}
}
