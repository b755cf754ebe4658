package dev.rollcall.analyzer.code.form;

import java.util.List;
import java.util.Optional;

/**
 * A Python decorator that is more than a {@link CodeFunction.Form} or {@link CodeFunction.Mark}. The front end does not know what it
 * does: the catalogue or the program's own function says so.
 *
 * @param callee {@link Callee.Named}, {@link Callee.Exact}, {@link Callee.Constructor}, or {@link Callee.Virtual} with the {@link
 *     Literal.Name} of the object's text ({@code @accelerator.on_main_process})
 * @param arguments the arguments of {@code @retry(3)}, those that are no literals as the {@link Literal.Name} of their text; empty
 *     for {@code @retry}, which is another thing than {@code @retry()}
 * @param line the decorator's line, from 1
 */
public record Decorator(Callee callee, Optional<List<Argument>> arguments, int line) {
    /** Makes the list immutable. */
    public Decorator {
        arguments = arguments.map(List::copyOf);
    }
}
