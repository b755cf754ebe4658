package dev.rollcall.analyzer.scan.run;

/** Makes what a buffer holds the same on all ranks, whatever it held before. */
final class Uniform {
    private Uniform() {}

    static void make(Value buffer, String key, Machine machine) {
        if (buffer instanceof Ext ext) {
            ext.become(key, false);
            for (int i = 0; i < ext.parts.size(); i++) {
                make(ext.parts.get(i), key + "/" + i, machine);
            }
        } else if (buffer instanceof Arr array) {
            boolean objects = array.element.startsWith("L") || array.element.startsWith("[");
            if (objects) {
                array.elements.forEach((index, value) -> make(value, key + "/" + index, machine));
            } else {
                array.elements.clear();
                array.rest = key;
            }
        } else if (buffer instanceof Held held && held.object instanceof Iterable<?> all) {
            int index = 0;
            for (Object each : all) {
                if (each instanceof Value value) {
                    make(value, key + "/" + index++, machine);
                }
            }
        }
    }
}
