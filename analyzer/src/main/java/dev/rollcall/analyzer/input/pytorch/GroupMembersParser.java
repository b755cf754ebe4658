package dev.rollcall.analyzer.input.pytorch;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Reads the members of process groups out of texts such as {@code [0, 1, 2]}. All ranks of a group have the same text, which is read
 * once: for a group of all ranks it is as long as the job is large. Safe for use by several threads.
 */
final class GroupMembersParser {
    private static final int LONGEST_NUMBER = 9;

    private final Map<String, List<Integer>> known = new ConcurrentHashMap<>();

    /** Returns the numbers in a text, in its order; equal texts give the same list. */
    List<Integer> parse(String text) {
        return known.computeIfAbsent(text, GroupMembersParser::numbers);
    }

    private static List<Integer> numbers(String text) {
        List<Integer> numbers = new ArrayList<>();
        int number = 0;
        int digits = 0;
        for (int i = 0; i < text.length(); i++) {
            int digit = text.charAt(i) - '0';
            boolean isDigit = digit >= 0 && digit <= 9;
            if (digits > 0 && (!isDigit || digits == LONGEST_NUMBER)) {
                numbers.add(number);
                number = 0;
                digits = 0;
            }
            if (isDigit) {
                number = 10 * number + digit;
                digits++;
            }
        }
        if (digits > 0) {
            numbers.add(number);
        }
        return Collections.unmodifiableList(numbers);
    }
}
