package dev.rollcall.analyzer;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchRule;
import org.junit.jupiter.api.Test;

/** Holds the arrows between the analyzer's rooms. */
class ArchitectureTest {
    private static final String ANALYZER = "dev.rollcall.analyzer.";
    private static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages("dev.rollcall.analyzer");

    private static ArchRule mayUse(String room, String... others) {
        String[] allowed = new String[others.length + 2];
        allowed[0] = "java..";
        allowed[1] = ANALYZER + room + "..";
        System.arraycopy(others, 0, allowed, 2, others.length);
        return classes()
                .that()
                .resideInAPackage(ANALYZER + room + "..")
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage(allowed)
                .allowEmptyShould(true);
    }

    private static String room(String name) {
        return ANALYZER + name + "..";
    }

    @Test
    void theModelUsesTheJdkAlone() {
        mayUse("model").check(CLASSES);
    }

    @Test
    void theVerdictUsesTheModel() {
        mayUse("verdict", room("model")).check(CLASSES);
    }

    @Test
    void alignmentAndWaitsUseTheModel() {
        mayUse("align", room("model")).check(CLASSES);
        mayUse("wait", room("model")).check(CLASSES);
    }

    @Test
    void rulesUseTheModelTheAlignmentTheWaitsAndTheVerdict() {
        mayUse("rule", room("model"), room("align"), room("wait"), room("verdict"))
                .check(CLASSES);
    }

    @Test
    void readersUseTheTraceTheCatalogueAndTheModel() {
        mayUse("input", room("model"), "dev.rollcall.trace..", "dev.rollcall.catalogue..", "com.fasterxml.jackson..")
                .check(CLASSES);
    }

    @Test
    void reportsUseTheModelTheVerdictAndTheirLibraries() {
        mayUse("report", room("model"), room("verdict"), "com.fasterxml.jackson.core..", "gg.jte..")
                .check(CLASSES);
    }

    @Test
    void theScanUsesTheCatalogueTheModelTheVerdictAndItsParsers() {
        mayUse(
                        "scan",
                        room("model"),
                        room("verdict"),
                        "dev.rollcall.catalogue..",
                        "org.objectweb.asm..",
                        "org.treesitter..")
                .check(CLASSES);
    }

    @Test
    void nobodyUsesTheCommandLine() {
        noClasses()
                .that()
                .resideOutsideOfPackage(room("cli"))
                .should()
                .dependOnClassesThat()
                .resideInAPackage(room("cli"))
                .check(CLASSES);
    }

    @Test
    void onlyReadersKnowTheTraceFile() {
        noClasses()
                .that()
                .resideOutsideOfPackage(room("input"))
                .should()
                .dependOnClassesThat()
                .resideInAPackage("dev.rollcall.trace..")
                .check(CLASSES);
    }
}
