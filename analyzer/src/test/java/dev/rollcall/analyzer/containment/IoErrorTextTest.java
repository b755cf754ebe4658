package dev.rollcall.analyzer.containment;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import org.junit.jupiter.api.Test;

class IoErrorTextTest {
    @Test
    void givesTheReasonWithoutTheFileName() {
        assertEquals("no permission", IoErrorText.of(new AccessDeniedException("a.trace")));
        assertEquals("no such file or folder", IoErrorText.of(new NoSuchFileException("a.trace")));
        assertEquals("a file is where its folder should be", IoErrorText.of(new FileAlreadyExistsException("a")));
        assertEquals("Is a directory", IoErrorText.of(new FileSystemException("a", null, "Is a directory")));
        assertEquals("No space left on device", IoErrorText.of(new IOException("No space left on device")));
    }

    @Test
    void givesTheExceptionIfItHasNoMessage() {
        assertEquals("FileSystemException", IoErrorText.of(new FileSystemException("a.trace")));
        assertEquals("IOException", IoErrorText.of(new IOException(" ")));
    }
}
