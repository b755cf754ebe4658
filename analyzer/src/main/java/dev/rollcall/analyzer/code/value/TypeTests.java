package dev.rollcall.analyzer.code.value;

import dev.rollcall.analyzer.code.form.CodeProgram;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** Answers tests of an object's type by the classes of the program, where the object is known. Thread-safe if the program is not changed. */
public final class TypeTests implements Function<Value.Result, Optional<Value>> {
    /** What all of Java's classes extend. */
    private static final String ROOT = "java.lang.Object";

    private final CodeProgram program;

    /** Makes the tests of a program. */
    public TypeTests(CodeProgram program) {
        this.program = program;
    }

    /** Returns the answer of a {@link Value.Result#TYPE_TEST}; empty if it is not known, and for any other result. */
    @Override
    public Optional<Value> apply(Value.Result test) {
        boolean isTest = test.function().equals(Value.Result.TYPE_TEST)
                && test.arguments().size() == 2;
        return isTest ? answer(test.arguments().get(0), test.arguments().get(1)) : Optional.empty();
    }

    private Optional<Value> answer(Value object, Value type) {
        if (object instanceof Value.Select select) {
            Optional<Value> yes = answer(select.yes(), type);
            Optional<Value> no = answer(select.no(), type);
            return yes.isEmpty() && no.isEmpty()
                    ? Optional.empty()
                    : Optional.of(new Value.Select(
                            select.condition(),
                            yes.orElseGet(() -> test(select.yes(), type)),
                            no.orElseGet(() -> test(select.no(), type))));
        }
        if (object instanceof Value.Instance instance) {
            return isA(instance.type(), type, each -> true).map(Value.Constant::new);
        }
        if (object instanceof Value.Result result && result.function().startsWith(Value.Result.HOLDS)) {
            return isOfLibrary(result.function(), type) ? Optional.of(Value.Constant.TRUE) : Optional.empty();
        }
        boolean isPlain =
                object instanceof Value.Constant && object.globalName().isEmpty()
                        || object instanceof Value.Parts
                        || object instanceof Value.Function;
        return isPlain && isOfProgram(type) ? Optional.of(Value.Constant.FALSE) : Optional.empty();
    }

    /** A library may have its class in several modules. */
    private static boolean isOfLibrary(String held, Value type) {
        String name = held.substring(held.lastIndexOf('.'));
        return each(type).flatMap(each -> each.globalName().stream()).anyMatch(each -> each.endsWith(name));
    }

    private static Value test(Value object, Value type) {
        return new Value.Result(Value.Result.TYPE_TEST, List.of(object, type), 0);
    }

    /** Returns the classes of a tuple, or the one. */
    private static Stream<Value> each(Value type) {
        return type instanceof Value.Parts tuple ? tuple.parts().stream() : Stream.of(type);
    }

    private boolean isOfProgram(Value type) {
        return each(type)
                .allMatch(each -> each.globalName().flatMap(program::type).isPresent());
    }

    /**
     * Returns whether an object of a class is of another, or of one of a tuple of classes; empty where that is not known.
     *
     * @param told whether the object would have a class itself if it were of it, and not only one that it extends
     */
    public Optional<Boolean> isA(String own, Value type, Predicate<String> told) {
        if (type instanceof Value.Parts tuple) {
            List<Optional<Boolean>> all =
                    tuple.parts().stream().map(each -> isA(own, each, told)).toList();
            return all.contains(Optional.of(true))
                    ? Optional.of(true)
                    : all.contains(Optional.<Boolean>empty()) ? Optional.empty() : Optional.of(false);
        }
        boolean isNone = type instanceof Value.Result of
                && of.function().equals(Value.Result.CLASS)
                && of.arguments().equals(List.of(Value.Constant.NULL));
        if (isNone) {
            return Optional.of(false);
        }
        String asked = type.globalName().orElse("");
        if (asked.isEmpty() || program.type(own).isEmpty()) {
            return Optional.empty();
        }
        List<String> above = program.supertypes(own);
        boolean isWhole = program.type(asked).isPresent()
                || above.stream().allMatch(each -> program.type(each).isPresent() || each.equals(ROOT));
        return above.contains(asked)
                ? Optional.of(true)
                : isWhole && told.test(asked) ? Optional.of(false) : Optional.empty();
    }
}
