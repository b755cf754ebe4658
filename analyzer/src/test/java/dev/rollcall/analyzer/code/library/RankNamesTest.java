package dev.rollcall.analyzer.code.library;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.rollcall.analyzer.code.library.LibraryFact.Around;
import dev.rollcall.analyzer.code.value.Axis;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RankNamesTest {
    private final RankNames names = new RankNames(List.of(LibraryFile.builtIn("ranks")));

    @ParameterizedTest
    @ValueSource(
            strings = {
                "rank",
                "_rank",
                "global_rank",
                "my_rank",
                "myrank",
                "world_rank",
                "ddp_rank",
                "proc_id",
                "rank_id",
                "process_index",
                "mpi_rank",
                "worker_rank",
                "get_rank",
                "dist_rank",
                "process_rank",
                "RANK"
            })
    void aParameterIsTheRank(String name) {
        assertEquals(rank("world"), names.parameter(name));
    }

    @ParameterizedTest
    @ValueSource(strings = {"local_rank", "LOCAL_RANK", "local_process_index", "my_local_rank"})
    void aParameterIsTheRankOnItsHost(String name) {
        assertEquals(rank("local"), names.parameter(name));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "src_rank",
                "dst_rank",
                "root_rank",
                "saver_rank",
                "peer_rank",
                "target_rank",
                "lora_rank",
                "ranks",
                "rank_list",
                "max_rank",
                "num_rank",
                "next_rank",
                "tensor_model_parallel_src_rank",
                "matrix_rank",
                "ranking",
                "frank",
                "rank0",
                "rank_zero_first",
                "should_save",
                "is_root",
                "is_zero",
                "is_leader",
                "mainly",
                "is_distributed",
                "step",
                "world",
                "size",
                "virtual_pipeline_model_parallel_rank",
                "is_available",
                "",
                "_",
                "__"
            })
    void aNameOfSomethingElseSaysNothing(String name) {
        assertEquals(Optional.empty(), names.parameter(name));
        assertEquals(Optional.empty(), names.member("self", name));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"self", "args", "cfg", "dist", "comm", "train_args", "trainer", "parallel_state", "hvd", "ctx"})
    void theRankOfAProcesssOwnObjectIsItsRank(String owner) {
        assertEquals(rank("world"), names.member(owner, "rank"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "saver",
                "root",
                "leader",
                "peer",
                "card",
                "node",
                "lora",
                "layer",
                "tensor",
                "df",
                "np.linalg",
                ""
            })
    void theRankOfAnotherObjectIsAnothers(String owner) {
        assertEquals(Optional.empty(), names.member(owner, "rank"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "is_main_process",
                "is_master",
                "is_main",
                "is_rank_0",
                "is_rank_zero",
                "is_rank0",
                "is_global_zero",
                "is_chief",
                "is_primary",
                "is_world_process_zero",
                "main_process",
                "is_master_process",
                "is_main_rank",
                "is_zero_rank",
                "is_first_rank",
                "is_world_main_process"
            })
    void aNameAsksForTheFirstRank(String name) {
        assertEquals(Optional.of(new LibraryFact.EdgeOf(Axis.WORLD, false)), names.member("x", name));
    }

    @Test
    void aNameAsksForTheLastRank() {
        assertEquals(Optional.of(new LibraryFact.EdgeOf(Axis.WORLD, true)), names.member("x", "is_last_rank"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"world_size", "get_world_size", "num_processes", "nprocs", "n_ranks", "dist_world_size"})
    void aNameIsTheNumberOfRanks(String name) {
        assertEquals(Optional.of(new LibraryFact.SizeOf(Axis.WORLD, Map.of())), names.parameter(name));
    }

    @Test
    void aNameHasAnAxis() {
        assertEquals(rank("tp"), names.member("self", "tp_rank"));
        assertEquals(rank("tp"), names.member("mpu", "get_tensor_model_parallel_rank"));
        assertEquals(rank("pp"), names.parameter("pipeline_rank"));
        assertEquals(rank("mp"), names.parameter("model_parallel_rank"));
        assertEquals(rank("dp"), names.parameter("data_parallel_rank"));
        assertEquals(rank("node"), names.parameter("node_rank"));
        assertEquals(Optional.of(new LibraryFact.GroupOf(new Axis.Grid("tp"))), names.member("self", "tp_group"));
        assertEquals(
                Optional.of(new LibraryFact.SizeOf(new Axis.Grid("cp"), Map.of())),
                names.member("self", "context_parallel_world_size"));
        assertEquals(
                Optional.of(new LibraryFact.EdgeOf(new Axis.Grid("pp"), true)),
                names.member("mpu", "is_pipeline_last_stage"));
        assertEquals(
                Optional.of(new LibraryFact.EdgeOf(new Axis.Grid("pp"), false)), names.member("", "is_pp_first_stage"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "is_tp_rank",
                "is_dp_group",
                "pp_first_stage",
                "data_group_by",
                "model_size_gb",
                "batch_size",
                "tensor_rank",
                "_get_tensor_rank",
                "tensor_size",
                "model_rank",
                "data_size",
                "tp_size"
            })
    void aNameLikeAnAxisSaysNothing(String name) {
        assertEquals(Optional.empty(), names.member("self", name));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "rank_zero_only",
                "on_main_process",
                "main_process_only",
                "master_only",
                "rank0_only",
                "only_rank_zero",
                "is_master_only",
                "on_local_main_process"
            })
    void aDecoratorIsForTheFirstRank(String name) {
        assertEquals(Optional.of(new Around(Around.Manner.FIRST)), names.decorator(name));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "property",
                "wraps",
                "rank_zero_info",
                "rank_zero_first",
                "retry",
                "main",
                "only",
                "main_process_first"
            })
    void anotherDecoratorIsNot(String name) {
        assertEquals(Optional.empty(), names.decorator(name));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "RANK",
                "rank",
                "job.rank",
                "my.rank",
                "SLURM_PROCID",
                "my-rank",
                "com.acme.job.rank",
                "MPI_RANK",
                "taskRank"
            })
    void aSettingHoldsTheRank(String name) {
        assertEquals(rank("world"), names.setting(name));
    }

    @ParameterizedTest
    @ValueSource(strings = {"LOCAL_RANK", "job.local.rank", "localRank", "SLURM_LOCALID"})
    void aSettingHoldsTheRankOnTheHost(String name) {
        assertEquals(rank("local"), names.setting(name));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "saver.rank",
                "root.rank",
                "leader.rank",
                "src_rank",
                "LORA_RANK",
                "checkpoint.rank",
                "frank",
                "rank.count",
                "ranks",
                "LEADER",
                "DATA",
                "",
                "java.home",
                "saverRank"
            })
    void anotherSettingDoesNot(String name) {
        assertEquals(Optional.empty(), names.setting(name));
    }

    @Test
    void aSettingHoldsTheNumberOfRanks() {
        for (String name : List.of("WORLD_SIZE", "world.size", "job.worldSize", "SLURM_NTASKS", "num.ranks")) {
            assertEquals(Optional.of(new LibraryFact.SizeOf(Axis.WORLD, Map.of())), names.setting(name), name);
        }
        assertEquals(Optional.empty(), names.setting("batch.size"));
    }

    @Test
    void aVeryLongNameSaysNothing() {
        String name = "my_".repeat(10_000) + "rank";
        assertEquals(Optional.empty(), names.parameter(name));
        assertEquals(Optional.empty(), names.member("self", name));
        assertEquals(Optional.empty(), names.setting(name));
    }

    private static Optional<LibraryFact> rank(String axis) {
        return Optional.of(new LibraryFact.RankOf(new Axis.Grid(axis), Map.of()));
    }
}
