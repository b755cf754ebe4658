package dev.rollcall.samples;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** Marks tests that start real PyTorch ranks, which run on one platform only. */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
@Timeout(value = 6, unit = TimeUnit.MINUTES)
@EnabledOnOs(
        value = OS.LINUX,
        architectures = "amd64",
        disabledReason = "the samples' PyTorch runs only on Linux x86-64")
public @interface RealRanks {}
