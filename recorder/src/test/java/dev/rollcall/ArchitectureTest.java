package dev.rollcall;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import dev.rollcall.trace.TraceWriter;
import org.junit.jupiter.api.Test;

/** The directions in which the recorder's packages may use each other. */
class ArchitectureTest {
    private static final String JDK = "java..";
    private static final String TRACE = "dev.rollcall.trace..";
    private static final String CATALOGUE = "dev.rollcall.catalogue..";
    private static final String LIBRARY = "dev.rollcall.library..";
    private static final String RECORDER = "dev.rollcall.recorder..";
    private static final String GPU = "dev.rollcall.gpu..";
    private static final String JCUDA = "jcuda..";
    private static final String AGENT = "dev.rollcall.agent..";
    private static final String ASM = "org.objectweb.asm..";

    private static final JavaClasses CLASSES = new ClassFileImporter()
            .importUrl(TraceWriter.class.getProtectionDomain().getCodeSource().getLocation())
            .that(resideInAPackage("dev.rollcall.."));

    @Test
    void traceUsesTheJdkAlone() {
        onlyDependsOn(TRACE, JDK);
    }

    @Test
    void catalogueUsesTheJdkAlone() {
        onlyDependsOn(CATALOGUE, JDK);
    }

    @Test
    void libraryUsesTheCatalogueTheRecorderAndTheTrace() {
        onlyDependsOn(LIBRARY, JDK, CATALOGUE, RECORDER, TRACE);
    }

    @Test
    void recorderUsesTheTrace() {
        onlyDependsOn(RECORDER, JDK, TRACE);
    }

    @Test
    void gpuUsesTheTraceAndTheRecorder() {
        onlyDependsOn(GPU, JDK, TRACE, RECORDER, JCUDA);
    }

    @Test
    void apiUsesTheJdkAlone() {
        onlyDependsOn("dev.rollcall.api..", JDK);
    }

    @Test
    void agentUsesAllOfThemAndNothingUsesTheAgent() {
        onlyDependsOn(AGENT, JDK, TRACE, CATALOGUE, LIBRARY, RECORDER, GPU, ASM);
        noClasses()
                .that()
                .resideOutsideOfPackage(AGENT)
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(AGENT, ASM)
                .check(CLASSES);
    }

    private void onlyDependsOn(String from, String... others) {
        String[] allowed = new String[others.length + 1];
        allowed[0] = from;
        System.arraycopy(others, 0, allowed, 1, others.length);
        classes()
                .that()
                .resideInAPackage(from)
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage(allowed)
                .check(CLASSES);
    }
}
