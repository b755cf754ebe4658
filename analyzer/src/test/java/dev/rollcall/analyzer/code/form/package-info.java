/** Tests of the intermediate form, and its text form for the tests of front ends and of the engine. */
package dev.rollcall.analyzer.code.form;
