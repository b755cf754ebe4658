package dev.rollcall.agent;

import dev.rollcall.library.LibraryAdapter;
import dev.rollcall.recorder.Completion;

/** Lets the recorder ask a library's handles. */
record LibraryCompletion(LibraryAdapter library) implements Completion {
    @Override
    public boolean finished(Object handle) throws Throwable {
        return library.finished(handle);
    }

    @Override
    public String failure(Object handle) throws Throwable {
        return library.failure(handle);
    }

    @Override
    public void release(Object handle) throws Throwable {
        library.release(handle);
    }
}
