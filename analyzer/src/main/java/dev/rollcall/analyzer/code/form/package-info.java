/**
 * The intermediate form: functions as control-flow graphs of three-address instructions, one form for Java bytecode and Python
 * source. A front end is a {@link dev.rollcall.analyzer.code.form.UnitSource}; it resolves names and knows no library's facts.
 *
 * <p><b>Names.</b> A Java type or unit is written as {@link Class#getName()} does, {@code demo.Trainer$Step}. A Python unit is its
 * file's path from the scanned root, {@code pkg/train.py}; a type of it is {@code pkg/train.py:Trainer} (inner classes:
 * {@code pkg/train.py:Outer.Inner}); what a library defines has its full dotted name, {@code torch.nn.Module}. An empty text
 * stands for a name or type that is unknown.
 *
 * <p><b>Truth.</b> A condition is an operand; Java's boolean is its 0 or 1, and a Python value counts as {@code bool()} has it.
 */
package dev.rollcall.analyzer.code.form;
