package dev.rollcall.analyzer.scan.python;

import dev.rollcall.analyzer.scan.run.Value;
import java.util.Map;

/** Which exceptions a handler catches, of Python's own as far as programs raise them themselves. */
final class Exceptions {
    private static final Map<String, String> ABOVE = Map.ofEntries(
            Map.entry("KeyError", "LookupError"),
            Map.entry("IndexError", "LookupError"),
            Map.entry("ZeroDivisionError", "ArithmeticError"),
            Map.entry("OverflowError", "ArithmeticError"),
            Map.entry("FloatingPointError", "ArithmeticError"),
            Map.entry("FileNotFoundError", "OSError"),
            Map.entry("TimeoutError", "OSError"),
            Map.entry("ConnectionError", "OSError"),
            Map.entry("NotImplementedError", "RuntimeError"),
            Map.entry("RecursionError", "RuntimeError"),
            Map.entry("UnicodeError", "ValueError"));

    private Exceptions() {}

    static boolean isA(Value raised, String wanted, Scope scope) {
        String simple = wanted.substring(wanted.lastIndexOf('.') + 1);
        if (simple.equals("BaseException") || simple.equals("Exception")) {
            return !name(raised).equals("KeyboardInterrupt") && !name(raised).equals("SystemExit")
                    || simple.startsWith("Base");
        }
        if (raised instanceof Instance object) {
            return object.type.isA(simple);
        }
        if (raised instanceof ClassValue type) {
            return type.isA(simple);
        }
        for (String name = name(raised); name != null; name = ABOVE.get(name)) {
            if (name.equals(simple)) {
                return true;
            }
        }
        return false;
    }

    private static String name(Value raised) {
        String key = raised instanceof Library library ? library.last() : raised.key();
        String head = key.replaceAll("\\(.*", "");
        return head.substring(head.lastIndexOf('.') + 1);
    }
}
