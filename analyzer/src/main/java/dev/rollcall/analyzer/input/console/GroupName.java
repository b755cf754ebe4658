package dev.rollcall.analyzer.input.console;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The process group that a message of ProcessGroupNCCL is about, such as {@code [PG ID 0 PG GUID 0(default_pg) Rank 3]}; PyTorch 2.3
 * writes {@code [PG 0 Rank 3]}. Immutable.
 *
 * @param id the group's name in c10d, a number or a hash of its members
 * @param description what the job calls the group; empty where it says nothing
 */
record GroupName(String id, String description) {
    private static final Pattern FORM = Pattern.compile(
            "\\[PG (?:ID \\d{1,9} PG GUID )?([^\\s()\\[\\]]{1,128})\\s?(?:\\(([^()\\[\\]]{0,128})\\))? Rank (\\d{1,7})\\]");

    private static final String DEFAULT = "default_pg";

    /** The group of all ranks. */
    static final GroupName WORLD = new GroupName("0", DEFAULT);

    /** A group and the rank in it of the process that wrote the message. */
    record Member(GroupName group, int rank) {}

    /** Returns the group in a message; null if there is none. */
    static Member in(String text) {
        Matcher found = FORM.matcher(text);
        if (!found.find()) {
            return null;
        }
        String description = found.group(2) == null || found.group(2).equals("undefined") ? "" : found.group(2);
        boolean world = description.equals(DEFAULT)
                || description.isEmpty() && found.group(1).equals(WORLD.id);
        return new Member(world ? WORLD : new GroupName(found.group(1), description), Integer.parseInt(found.group(3)));
    }

    /**
     * Returns whether all ranks of the job call the group so, and no other one. Groups that {@code split_group} made at once, as a
     * device mesh does, have one name.
     */
    boolean unique() {
        return !description.startsWith("mesh_") && !description.contains(":split:");
    }

    /** Returns the name for reports; empty for the group of all ranks. */
    String shown() {
        return equals(WORLD) ? "" : description.isEmpty() ? "group " + id : description;
    }
}
