package dev.rollcall.analyzer.scan.run;

/**
 * What a tensor's calls are compared by.
 *
 * @param count how many elements, as a value whose key tells; null where unknown
 * @param type the elements' type; null where unknown
 */
record Shape(Value count, Value type) {
    static final Shape UNKNOWN = new Shape(null, null);
}
