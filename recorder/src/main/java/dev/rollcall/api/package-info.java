/** What applications may call. */
package dev.rollcall.api;
