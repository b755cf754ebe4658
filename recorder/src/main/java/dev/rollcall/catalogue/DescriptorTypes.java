package dev.rollcall.catalogue;

import java.util.ArrayList;
import java.util.List;

/** Compares the parameter types of a method descriptor with those in a catalogue file. */
final class DescriptorTypes {
    private DescriptorTypes() {}

    /** Returns whether a descriptor has these parameter types, each simple or qualified. */
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

    /** Returns the parameter types, qualified, as in {@code java.lang.String[]}. */
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
