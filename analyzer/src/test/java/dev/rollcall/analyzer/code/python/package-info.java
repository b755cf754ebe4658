/** Tests of the front end for Python. */
package dev.rollcall.analyzer.code.python;
