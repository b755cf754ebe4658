/**
 * The library adapters, which read the arguments of one library's calls. They are not compiled against any library: they bind
 * its methods by handles in the application's own class loader.
 */
package dev.rollcall.library;
