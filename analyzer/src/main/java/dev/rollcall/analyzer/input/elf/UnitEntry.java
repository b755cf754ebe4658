package dev.rollcall.analyzer.input.elf;

import java.io.IOException;

/** What one entry of {@code .debug_info} says about code (DWARF 5, section 2.2). Numbers are -1 where the entry lacks them. */
final class UnitEntry {
    static final int INLINED = 0x1D;
    static final int FUNCTION = 0x2E;

    private static final int SIBLING = 0x01;
    private static final int NAME = 0x03;
    private static final int LINES = 0x10;
    private static final int LOW = 0x11;
    private static final int HIGH = 0x12;
    private static final int FOLDER = 0x1B;
    private static final int ORIGIN = 0x31;
    private static final int SPECIFICATION = 0x47;
    private static final int RANGES = 0x55;
    private static final int CALL_FILE = 0x58;
    private static final int CALL_LINE = 0x59;
    private static final int LINKAGE_NAME = 0x6E;
    private static final int ADDRESS = 0x01;

    final int tag;
    private final boolean texts;
    /** The position of the next entry that is not inside this one. */
    long sibling = -1;

    long lines = -1;
    long low = -1;
    long high = -1;
    long ranges = -1;
    long callFile = -1;
    long callLine = -1;
    /** The position of the entry of the same function that has its name; from the start of the section. */
    long origin = -1;

    String folder = "";
    String name = "";
    private boolean counted;
    private boolean linked;

    UnitEntry(int tag, boolean texts) {
        this.tag = tag;
        this.texts = texts;
    }

    /** Returns whether the entry has one range of addresses. */
    boolean hasRange() {
        return low >= 0 && high >= 0;
    }

    /** Returns whether an address is in the entry's one range. */
    boolean inRange(long address) {
        return hasRange() && address >= low && address < (counted ? low + high : high);
    }

    /** Takes one attribute, or goes past it. */
    void read(CompilationUnit unit, int attribute, int form, long constant) throws IOException {
        switch (attribute) {
            case SIBLING -> sibling = unit.number(form, constant);
            case LINES -> lines = unit.number(form, constant);
            case LOW -> low = unit.number(form, constant);
            case HIGH -> {
                high = unit.number(form, constant);
                counted = form != ADDRESS;
            }
            case RANGES -> ranges = unit.number(form, constant);
            case CALL_FILE -> callFile = unit.number(form, constant);
            case CALL_LINE -> callLine = unit.number(form, constant);
            case ORIGIN, SPECIFICATION -> origin = unit.reference(form);
            case FOLDER, LINKAGE_NAME, NAME -> readText(unit, attribute, form);
            default -> unit.skip(form);
        }
    }

    private void readText(CompilationUnit unit, int attribute, int form) throws IOException {
        if (!texts || attribute == NAME && linked) {
            unit.skip(form);
        } else if (attribute == FOLDER) {
            folder = unit.text(form);
        } else {
            name = unit.text(form);
            linked = attribute == LINKAGE_NAME;
        }
    }
}
