package dev.rollcall.samples.generate.writer.text;

import dev.rollcall.samples.generate.program.SimulatedCall;
import dev.rollcall.samples.generate.program.SimulatedCommunicator;

/**
 * A call of one rank that had not completed when the job ended.
 *
 * @param group the group of the call
 * @param call the call
 * @param sequence its sequence number on the group, from 1
 * @param nanos when the rank issued it, nanoseconds since the job's start
 */
record PendingCall(SimulatedCommunicator group, SimulatedCall call, long sequence, long nanos) {}
