package dev.rollcall.analyzer.containment;

import java.io.EOFException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.util.Arrays;

/** Words a failure of the file system for the user: without the exception's class, and without the file's name. */
public final class IoErrorText {
    private static final String PACKAGE = "dev.rollcall.";

    private IoErrorText() {}

    /** Returns the reason why a file could not be read, in a few words. A reader that fails is rollcall's fault. */
    public static String of(Throwable failure) {
        if (failure instanceof IOException ofFile) {
            return of(ofFile);
        }
        if (failure instanceof UncheckedIOException ofFile) {
            return of(ofFile.getCause());
        }
        if (failure instanceof InternalError) {
            // The JVM throws it where a mapped file has become shorter than it was.
            return "it was cut off while it was read";
        }
        if (failure instanceof OutOfMemoryError) {
            return "it does not fit into memory: give the JVM more, such as JAVA_OPTIONS=-Xmx16g";
        }
        String place = Arrays.stream(failure.getStackTrace())
                .filter(frame -> frame.getClassName().startsWith(PACKAGE))
                .map(frame -> " at " + frame.getFileName() + ":" + frame.getLineNumber())
                .findFirst()
                .orElse("");
        return "a bug in rollcall: please report " + failure.getClass().getSimpleName() + place;
    }

    /** Returns the reason in a few words. */
    public static String of(IOException failure) {
        if (failure instanceof NoSuchFileException) {
            return "no such file or folder";
        }
        if (failure instanceof AccessDeniedException) {
            return "no permission";
        }
        if (failure instanceof FileAlreadyExistsException) {
            return "a file is where its folder should be";
        }
        if (failure instanceof EOFException) {
            return "it ends too early";
        }
        String message = failure instanceof FileSystemException system ? system.getReason() : failure.getMessage();
        return message == null || message.isBlank() ? failure.getClass().getSimpleName() : message;
    }
}
