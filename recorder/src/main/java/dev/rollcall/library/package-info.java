/**
 * How to read the arguments of one library's calls. Nothing here is compiled against a library: methods are bound by
 * handles in the application's own loader.
 */
package dev.rollcall.library;
