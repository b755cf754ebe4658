package dev.rollcall.catalogue;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The libraries that the scan alone knows. */
class ScanCataloguesTest {
    private static final Catalogue CATALOGUE = Catalogue.forScan();

    private static List<CatalogueEntry> matching(String type, String method, String descriptor) {
        return CATALOGUE.ofClass(type).stream()
                .filter(each -> each.matches(method, descriptor))
                .toList();
    }

    @Test
    void theAgentRecordsNoneOfThem() {
        assertTrue(CATALOGUE.libraries().containsAll(Set.of("c10d", "mpi", "rabit", "hama", "pcj", "spark")));
        assertFalse(Catalogue.builtIn().libraries().contains("mpi"));
        assertTrue(CATALOGUE.entries().containsAll(Catalogue.builtIn().entries()));
    }

    /** The operations of the signatures that the libraries' class files or sources declare. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "mpi.Intracomm | Barrier | ()V | barrier",
                "mpi.Intracomm | Bcast | (Ljava/lang/Object;IILmpi/Datatype;I)V | broadcast",
                "mpi.Intracomm | Allreduce | (Ljava/lang/Object;ILjava/lang/Object;IILmpi/Datatype;Lmpi/Op;)V | all_reduce",
                "mpi.Comm | allReduce | (Ljava/lang/Object;Ljava/lang/Object;ILmpi/Datatype;Lmpi/Op;)V | all_reduce",
                "mpi.Comm | allReduce | (Ljava/lang/Object;ILmpi/Datatype;Lmpi/Op;)V | all_reduce",
                "mpi.Comm | iBarrier | ()Lmpi/Request; | barrier",
                "mpi.Comm | gatherv | (Ljava/lang/Object;ILmpi/Datatype;I)V | gather",
                "ml.dmlc.xgboost4j.java.Rabit | allReduce | ([FLml/dmlc/xgboost4j/java/Rabit$OpType;)[F | all_reduce",
                "org.apache.hama.bsp.BSPPeer | sync | ()V | barrier",
                "org.pcj.PCJ | barrier | ()V | barrier",
                "org.apache.spark.BarrierTaskContext | allGather | (Ljava/lang/String;)[Ljava/lang/String; | all_gather"
            })
    void aCallIsOneOperation(String type, String method, String descriptor, String operation) {
        List<CatalogueEntry> entries = matching(type, method, descriptor);
        assertEquals(1, entries.size(), entries.toString());
        assertEquals(operation, entries.get(0).operation());
    }

    @Test
    void overloadsHaveTheirOwnRoles() {
        String inPlace = "(Ljava/lang/Object;ILmpi/Datatype;Lmpi/Op;I)V";
        List<ArgumentRole> roles =
                matching("mpi.Comm", "reduce", inPlace).get(0).roles();

        assertEquals(ArgumentRole.ROOT, roles.get(4));
        assertEquals(List.of(), matching("org.pcj.PCJ", "barrier", "(I)V"), "a barrier of two threads");
        assertEquals(List.of(), matching("org.apache.hama.bsp.BSPPeer", "getPeerName", "(I)Ljava/lang/String;"));
    }
}
