package dev.rollcall.analyzer.wait;

import dev.rollcall.analyzer.model.Call;
import dev.rollcall.analyzer.model.Communicator;

/**
 * A send and its receive that are not of one size.
 *
 * @param communicator where
 * @param from the global rank that sends
 * @param to the global rank that receives
 * @param sent the send
 * @param received the receive
 * @param odd the rank whose half is not of the size that messages there had before; -1 where that does not tell
 */
public record UnequalMessage(Communicator communicator, int from, int to, Call sent, Call received, int odd) {}
