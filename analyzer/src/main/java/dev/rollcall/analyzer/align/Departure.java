package dev.rollcall.analyzer.align;

import dev.rollcall.analyzer.model.Call;
import dev.rollcall.analyzer.model.Communicator;

/**
 * Where a rank left its own way: it called something else than its past announces, and no other rank did the same.
 *
 * @param rank the global rank
 * @param communicator where it made the call
 * @param call the call
 * @param fresh whether neither it nor any other rank made such a call before
 * @param announced the call of its past after which it should have made another one like it
 * @param announcedOn where it should have made it
 */
public record Departure(
        int rank, Communicator communicator, Call call, boolean fresh, Call announced, Communicator announcedOn) {}
