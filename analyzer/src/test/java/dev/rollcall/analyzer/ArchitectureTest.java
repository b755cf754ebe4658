package dev.rollcall.analyzer;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.type;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchRule;
import dev.rollcall.trace.TraceFolder;
import java.util.Arrays;
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
    void incidentsComeBeforeWordsAndWordsBeforeDecisions() {
        mayUse("incident", room("model"), room("align"), room("wait"), room("verdict"))
                .check(CLASSES);
        mayUse("wording", room("model"), room("align"), room("wait"), room("verdict"), room("incident"))
                .check(CLASSES);
        mayUse(
                        "decision",
                        room("model"),
                        room("align"),
                        room("wait"),
                        room("verdict"),
                        room("incident"),
                        room("wording"))
                .check(CLASSES);
    }

    @Test
    void aReaderUsesItsFormatTheContractOfReadersAndTheModel() {
        String contract = ANALYZER + "input";
        String boundary = room("containment");
        onlyDependsOn(contract, boundary, room("model"));
        onlyDependsOn(contract + ".archive", boundary, "io.airlift.compress..", "org.apache.commons.compress..");
        onlyDependsOn(contract + ".text", contract, boundary, room("model"), "com.fasterxml.jackson..");
        onlyDependsOn(contract + ".elf", room("model"));
        onlyDependsOn(contract + ".trace", contract, contract + ".elf", room("model"), "dev.rollcall.trace..");
        onlyDependsOn(contract + ".pytorch", contract, boundary, room("model"), "com.fasterxml.jackson..");
        onlyDependsOn(contract + ".console", contract, contract + ".text", contract + ".pytorch", room("model"));
        onlyDependsOn(contract + ".horovod", contract, contract + ".text", room("model"));
        onlyDependsOn(
                contract + ".nccl", contract, contract + ".text", boundary, room("model"), "com.fasterxml.jackson..");
        onlyDependsOn(contract + ".stack", contract, contract + ".text", room("model"), "com.fasterxml.jackson..");
    }

    @Test
    void theJoiningOfSourcesUsesTheReaders() {
        mayUse("input.job", room("input"), room("containment"), room("model")).check(CLASSES);
    }

    @Test
    void theBoundaryAroundSourcesUsesTheJdkAlone() {
        mayUse("containment").check(CLASSES);
    }

    /** Checks the classes of one package without those of the packages below it. */
    private static void onlyDependsOn(String room, String... others) {
        String[] allowed = Arrays.copyOf(others, others.length + 2);
        allowed[others.length] = "java..";
        allowed[others.length + 1] = room;
        classes()
                .that()
                .resideInAPackage(room)
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage(allowed)
                .allowEmptyShould(true)
                .check(CLASSES);
    }

    @Test
    void reportsUseTheModelTheVerdictTheAlignmentAndTheirLibraries() {
        mayUse(
                        "report",
                        room("align"),
                        room("containment"),
                        room("model"),
                        room("verdict"),
                        "com.fasterxml.jackson.core..",
                        "gg.jte..",
                        "javax.xml.parsers..",
                        "org.apache.batik..",
                        "org.jfree..",
                        "org.w3c.dom..")
                .check(CLASSES);
    }

    /** On a host without fonts, and in a runtime without the desktop module, that class fails and the report still comes. */
    @Test
    void oneClassAloneUsesTheDesktopModule() {
        noClasses()
                .that()
                .doNotHaveFullyQualifiedName(ANALYZER + "report.chart.ChartDrawing")
                .and()
                .haveNameNotMatching(".*ChartDrawing\\$.*")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("java.awt..", "javax.swing..", "org.jfree..")
                .check(CLASSES);
    }

    @Test
    void theRedactionUsesTheModelTheVerdictAndTheReport() {
        mayUse("redaction", room("model"), room("verdict"), room("report")).check(CLASSES);
    }

    @Test
    void theScanUsesTheAnalysisOfCodeAndTheVerdict() {
        mayUse("scan", room("code"), room("containment"), room("verdict")).check(CLASSES);
    }

    /** What a front end knows is in the form; what the engine knows about a library is in the library's data. */
    @Test
    void theAnalysisOfCodeIsLayered() {
        String code = ANALYZER + "code.";
        onlyDependsOn(code + "form");
        onlyDependsOn(code + "flow", code + "form");
        onlyDependsOn(code + "bytecode", code + "form", room("containment"), "org.objectweb.asm..");
        onlyDependsOn(code + "python", code + "form", room("containment"), "org.treesitter..");
        onlyDependsOn(code + "value", code + "form");
        onlyDependsOn(code + "library", code + "form", code + "value", ANALYZER + "model", "dev.rollcall.catalogue");
        String[] engine = {code + "form", code + "flow", code + "value", code + "library", room("model")};
        String[] summarizing = Arrays.copyOf(engine, engine.length + 2);
        summarizing[engine.length] = "dev.rollcall.catalogue";
        summarizing[engine.length + 1] = room("containment");
        onlyDependsOn(code + "summary", summarizing);
        String[] matching = Arrays.copyOf(engine, engine.length + 2);
        matching[engine.length] = code + "summary";
        matching[engine.length + 1] = room("verdict");
        onlyDependsOn(code + "match", matching);
        String[] joining = Arrays.copyOf(matching, matching.length + 5);
        joining[matching.length + 4] = room("containment");
        joining[matching.length] = code + "match";
        joining[matching.length + 1] = code + "bytecode";
        joining[matching.length + 2] = code + "python";
        joining[matching.length + 3] = "dev.rollcall.catalogue";
        onlyDependsOn(code + "trace", joining);
        mayUse(
                        "code",
                        room("containment"),
                        room("model"),
                        room("verdict"),
                        "dev.rollcall.catalogue..",
                        "org.objectweb.asm..",
                        "org.treesitter..")
                .check(CLASSES);
    }

    @Test
    void launchingUsesTheJdkAlone() {
        mayUse("launch").check(CLASSES);
    }

    @Test
    void collectingUsesTheJdkAndItsReaderOfArchives() {
        mayUse("collect", "org.apache.commons.compress.archivers.tar..").check(CLASSES);
    }

    @Test
    void onlyTheScanAndTheCommandLineUseTheAnalysisOfCode() {
        noClasses()
                .that()
                .resideOutsideOfPackages(room("code"), room("scan"), room("cli"))
                .should()
                .dependOnClassesThat()
                .resideInAPackage(room("code"))
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
    void onlyOneReaderKnowsTheTraceFile() {
        noClasses()
                .that()
                .resideOutsideOfPackage(room("input.trace"))
                .should()
                // Where a trace may lie says nothing of what is in it.
                .dependOnClassesThat(resideInAPackage("dev.rollcall.trace..").and(not(type(TraceFolder.class))))
                .check(CLASSES);
    }
}
