package dev.rollcall.catalogue;

import java.util.ArrayList;
import java.util.List;

/** Parameter types of a method descriptor as Java source writes them. */
final class DescriptorTypes {
    private DescriptorTypes() {}

    /** Tells whether the parameters of a descriptor are these types, each written simple or qualified. */
    static boolean match(List<String> written, String descriptor) {
        List<String> actual = of(descriptor);
        if (written.size() != actual.size()) {
            return false;
        }
        for (int i = 0; i < written.size(); i++) {
            String type = actual.get(i);
            String wanted = written.get(i);
            boolean same = type.equals(wanted) || type.endsWith("." + wanted) || type.endsWith("$" + wanted);
            if (!same) {
                return false;
            }
        }
        return true;
    }

    /** Returns the types of the parameters, qualified, as in {@code java.lang.String[]}. */
    static List<String> of(String descriptor) {
        List<String> types = new ArrayList<>();
        int at = 1;
        while (descriptor.charAt(at) != ')') {
            int dimensions = 0;
            while (descriptor.charAt(at) == '[') {
                dimensions++;
                at++;
            }
            String type;
            if (descriptor.charAt(at) == 'L') {
                int end = descriptor.indexOf(';', at);
                type = descriptor.substring(at + 1, end).replace('/', '.');
                at = end + 1;
            } else {
                type = primitive(descriptor.charAt(at));
                at++;
            }
            types.add(type + "[]".repeat(dimensions));
        }
        return types;
    }

    private static String primitive(char code) {
        return switch (code) {
            case 'Z' -> "boolean";
            case 'B' -> "byte";
            case 'C' -> "char";
            case 'S' -> "short";
            case 'I' -> "int";
            case 'J' -> "long";
            case 'F' -> "float";
            case 'D' -> "double";
            default -> throw new IllegalArgumentException("no such type: " + code);
        };
    }
}
