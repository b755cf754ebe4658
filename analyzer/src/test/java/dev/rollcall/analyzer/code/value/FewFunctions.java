package dev.rollcall.analyzer.code.value;

import java.util.ArrayList;
import java.util.List;

/** The pure functions that tests of values use. */
public final class FewFunctions implements KnownFunctions {

    @Override
    public Object apply(String function, List<Object> arguments, Calling calling) {
        if (function.equals("map") && arguments.get(1) instanceof List<?> all) {
            List<Object> mapped = new ArrayList<>();
            all.forEach(each -> mapped.add(calling.call(arguments.get(0), List.of(each))));
            return mapped.contains(Evaluator.OPEN) ? Evaluator.OPEN : mapped;
        }
        if (!arguments.stream().allMatch(Long.class::isInstance)) {
            return Evaluator.OPEN;
        }
        List<Long> numbers = arguments.stream().map(Long.class::cast).toList();
        return switch (function) {
            case "range" -> range(numbers);
            case "min" ->
                numbers.stream().min(Long::compare).<Object>map(each -> each).orElse(Evaluator.OPEN);
            case "max" ->
                numbers.stream().max(Long::compare).<Object>map(each -> each).orElse(Evaluator.OPEN);
            case "str" -> String.valueOf(numbers.get(0));
            default -> Evaluator.OPEN;
        };
    }

    private static Object range(List<Long> numbers) {
        List<Object> range = new ArrayList<>();
        long from = numbers.size() > 1 ? numbers.get(0) : 0;
        long to = numbers.size() > 1 ? numbers.get(1) : numbers.get(0);
        long step = numbers.size() > 2 ? numbers.get(2) % 1000 : 1;
        boolean few = step > 0 && Math.abs(from) < 100_000 && Math.abs(to) < 100_000 && to - from < 512 * step;
        for (long i = from; few && i < to; i += step) {
            range.add(i);
        }
        return few ? range : Evaluator.OPEN;
    }
}
