package dev.rollcall.analyzer.code.form;

import java.util.List;
import java.util.Optional;

/**
 * The intermediate form as text: {@link #print} for the tests of front ends, {@link #parse} for those of the engine.
 *
 * <pre>{@code
 * unit pkg/train.py python pkg/train.py
 * import torch.distributed
 * type pkg/train.py:Trainer extends torch.nn.Module [record]
 * method <pkg/train.py|pkg/train.py:Trainer|save|>
 * field model torch.nn.Module
 * constant RED
 * function <unit|owner|name|descriptor> method [property, generator] -> int 3..9
 * parameter self: pkg/train.py:Trainer        also: *args, **kwargs, keyword k = 3
 * variable n: int                             a local variable with a declared type
 * decorator @torch.no_grad() 2                with its line
 * gap too large
 * 0@3: rank = call @torch.distributed.get_rank()
 * 1: $1 = eq rank 0
 * branch $1 -> save, done # rank == 0         numbers, and lines, may be left out; a line stays the same until the next @
 * save:
 * call self.save{owner|descriptor}(1, x=$1, *args, **kwargs) !handler
 * done:
 * return
 * }</pre>
 *
 * <p>Instructions: {@code x = y}, {@code x = add.int y 1} (operator, arithmetic unless dynamic), {@code x = y.field{owner}}, {@code x =
 * y[k]}, {@code x = global @unit name}, {@code x = captured name}, {@code x = list(a, b)} (tuple, set, map, text, array), {@code x =
 * allocate @int(n)}, {@code x = closure <id>(name=a, 0=b)}, {@code x = test y @Type}, {@code store PLACE = y}, {@code x = call …},
 * {@code branch y -> yes, no}, {@code x = advance y -> element, exhausted}, {@code x = catch @A @B -> matches, otherwise}, {@code throw x
 * @Type}, {@code return x}, {@code yield x}, {@code x = enter y}, {@code leave y}, {@code nothing}, and {@code jump label}, which is none.
 * {@code -> out} lets an exception out of the function. Callees: {@code <id>(…)}, {@code @name{descriptor}(…)}, {@code
 * x.method{owner|descriptor}(…)}, {@code new @Type{descriptor}(…)}, {@code x(…)}. Operands: {@code name}, {@code name~4} where variables
 * share a name, {@code $4}, {@code null true false 1 1.5 "text" @full.name}.
 */
public final class FormText {
    private FormText() {}

    /** Returns a unit as text. */
    public static String print(CodeUnit unit) {
        return FormPrinter.print(unit);
    }

    /** Returns a function as text. */
    public static String print(CodeFunction function) {
        return FormPrinter.print(function);
    }

    /**
     * Returns the units of a text.
     *
     * @throws IllegalArgumentException with the line that is wrong
     */
    public static List<CodeUnit> parse(String text) {
        return new FormParser(text).units();
    }

    /** Returns the units of a text as a source. */
    public static UnitSource source(String text) {
        List<CodeUnit> units = parse(text);
        return new UnitSource() {
            @Override
            public Optional<CodeUnit> unit(String name) {
                return units.stream().filter(unit -> unit.name().equals(name)).findFirst();
            }

            @Override
            public List<String> names() {
                return units.stream().map(CodeUnit::name).toList();
            }

            @Override
            public List<Unread> unread() {
                return List.of();
            }
        };
    }

    /** Returns the only function of a text, for which {@code unit} and {@code function} lines may be left out. */
    public static CodeFunction function(String text) {
        String unit = text.contains("unit ") ? "" : "unit test python test.py\n";
        String head = text.contains("function <") ? "" : "function <test||f|> function\n";
        CodeUnit only = parse(unit + head + text).get(0);
        return only.function(only.functions().iterator().next()).orElseThrow();
    }
}
