package dev.rollcall.samples.generate.writer;

import dev.rollcall.samples.generate.simulation.RankObserver;
import java.io.Closeable;

/** Writes what one rank leaves behind; closed after the last that it is told. */
public interface RankWriter extends RankObserver, Closeable {}
