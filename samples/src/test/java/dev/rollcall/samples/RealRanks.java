package dev.rollcall.samples;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** Marks tests that start real PyTorch ranks, of which there are binaries here for one platform. */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
@Timeout(value = 6, unit = TimeUnit.MINUTES)
@EnabledOnOs(
        value = OS.LINUX,
        architectures = "amd64",
        disabledReason = "the samples' PyTorch is for Linux on x86-64; the ranks were not run")
public @interface RealRanks {}
