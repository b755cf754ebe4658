package dev.rollcall.analyzer.code.library;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rollcall.analyzer.code.form.Callee;
import dev.rollcall.analyzer.code.form.CodeProgram;
import dev.rollcall.analyzer.code.form.FormText;
import dev.rollcall.analyzer.code.form.FunctionId;
import dev.rollcall.analyzer.code.form.LibraryName;
import dev.rollcall.analyzer.code.form.Literal;
import dev.rollcall.analyzer.code.form.Variable;
import dev.rollcall.analyzer.code.library.LibraryFact.Collective;
import dev.rollcall.catalogue.ArgumentRole;
import dev.rollcall.catalogue.Catalogue;
import dev.rollcall.catalogue.CatalogueException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Callees and what the catalogue says about them. A fact is written as {@code call OPERATION}, {@code maybe OPERATION}, or its
 * record's name with what matters; {@code -} for none.
 */
class LibraryCatalogueTest {
    private final LibraryCatalogue libraries = LibraryCatalogue.of(Catalogue.builtIn());
    private final CodeProgram program = new CodeProgram(List.of(FormText.source("""
            unit train.py python train.py
            type train.py:MyTrainer extends transformers.Trainer
            type train.py:Module extends lightning.pytorch.LightningModule
            type train.py:Hook extends lightning.Callback
            type train.py:Saver
            type train.py:Net extends torch.nn.Module
            unit accelerate/utils/operations.py python accelerate/utils/operations.py
            unit demo.Own java Own.java
            type demo.Own extends org.bytedeco.pytorch.ProcessGroupGloo
            """)));

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "torch.distributed.all_reduce                        | call all_reduce",
                "torch.distributed.distributed_c10d.all_reduce       | call all_reduce",
                "torch.distributed.barrier                           | call barrier",
                "torch.distributed.send                              | -",
                "torch.distributed.destroy_process_group             | -",
                "torch.distributed.get_backend                       | -",
                "torch.distributed.get_rank                          | RankOf world",
                "torch.distributed.get_world_size                    | SizeOf world",
                "torch.distributed.is_initialized                    | AlwaysTrue",
                "torch.distributed.new_group                         | NewGroup",
                "torch.distributed.nn.all_reduce                     | call all_reduce",
                "torch.distributed.nn.functional.all_gather          | call all_gather",
                "torch.distributed.checkpoint.save                   | call checkpoint if no_dist",
                "torch.distributed.checkpoint.state_dict.get_model_state_dict | maybe state_dict",
                "torch.distributed.checkpoint.barrier                | -",
                "torch.save                                          | -",
                "torch.load                                          | Differs LOCAL_DATA",
                "torch.gather                                        | -",
                "torch.cuda.nccl.all_reduce                          | -",
                "torch.nn.parallel.DistributedDataParallel           | Wraps DATA_PARALLEL true",
                "torch.distributed.fsdp.FullyShardedDataParallel     | Wraps SHARDED true",
                "torch.distributed.fsdp.fully_shard                  | Wraps SHARDED false",
                "torch.nn.SyncBatchNorm.convert_sync_batchnorm       | Wraps SYNC_BATCH_NORM false",
                "torch.nn.DataParallel                               | -",
                "torch.multiprocessing.spawn                         | Calls 0 BEGINS",
                "multiprocessing.Process                             | Calls 1 STARTS",
                "threading.Thread                                    | Calls 1 LATER",
                "accelerate.utils.gather                             | call all_gather",
                "accelerate.utils.operations.broadcast_object_list   | call broadcast_object_list",
                "accelerate.utils.set_seed                           | -",
                "lightning.pytorch.utilities.rank_zero_only          | Around FIRST",
                "pytorch_lightning.utilities.rank_zero.rank_zero_only | Around FIRST",
                "deepspeed.comm.all_reduce                           | call all_reduce",
                "deepspeed.init_distributed                          | maybe init_process_group",
                "deepspeed.zero.GatheredParameters                   | maybe all_gather",
                "megatron.core.parallel_state.get_tensor_model_parallel_rank | RankOf tp",
                "megatron.core.mpu.is_pipeline_last_stage            | EdgeOf pp last",
                "megatron.core.parallel_state.get_tensor_model_parallel_src_rank | -",
                "megatron.training.utils.average_losses_across_data_parallel_group | -",
                "horovod.torch.allreduce                             | call all_reduce",
                "horovod.tensorflow.keras.rank                       | RankOf world",
                "horovod.torch.local_rank                            | RankOf local",
                "horovod.torch.init                                  | -",
                "paddle.distributed.all_gather                       | call all_gather",
                "paddle.distributed.get_rank                         | RankOf world",
                "paddle.distributed.fleet.is_first_worker            | EdgeOf world first",
                "paddle.distributed.init_parallel_env                | maybe init_process_group",
                "ray.train.report                                    | call report",
                "ray.train.collective.barrier                        | call barrier",
                "ray.get                                             | -",
                "composer.utils.dist.get_global_rank                 | RankOf world",
                "detectron2.utils.comm.synchronize                   | call barrier",
                "detectron2.utils.comm.is_main_process               | EdgeOf world first",
                "mmengine.dist.get_dist_info                         | TupleOf",
                "mmengine.dist.master_only                           | Around FIRST",
                "timm.utils.is_primary                               | EdgeOf world first",
                "timm.utils.distribute_bn                            | call distribute_bn",
                "torch_xla.core.xla_model.rendezvous                 | call barrier",
                "ignite.distributed.all_reduce                       | call all_reduce",
                "ignite.distributed.get_rank                         | RankOf world",
                "ignite.distributed.utils.one_rank_first             | Around FIRST",
                "jax.process_index                                   | RankOf world",
                "jax.experimental.multihost_utils.sync_global_devices | call barrier",
                "tqdm.auto.tqdm                                      | Keeps 0",
                "sys.exit                                            | Ends",
                "os.path.exists                                      | Differs LOCAL_DATA",
                "os.path.join                                        | Pure",
                "time.time                                           | Differs CLOCK",
                "time.sleep                                          | -",
                "len                                                 | Pure",
                "open                                                | Differs LOCAL_DATA",
                "list.__iadd__                                       | Mutates",
                "somewhere.utils.is_main_process                     | EdgeOf world first",
                "somewhere.dist.get_rank                             | RankOf world",
                "somewhere.dist.rank                                 | RankOf world",
                "somewhere.matrix.rank                               | -",
                "numpy.linalg.matrix_rank                            | -",
                "somewhere.utils.all_reduce                          | -",
                "somewhere.utils.barrier                             | -",
                "somewhere.utils.exit                                | -"
            })
    void aFunctionIsFoundByItsFullName(String name, String fact) {
        assertEquals(fact, text(libraries.find(program, new Callee.Named(name, ""), ReceiverHint.NONE)));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "accelerate.Accelerator              | wait_for_everyone       | call barrier",
                "accelerate.accelerator.Accelerator  | gather_for_metrics      | call all_gather",
                "accelerate.Accelerator              | unwrap_model            | Pure",
                "accelerate.Accelerator              | print                   | -",
                "accelerate.Accelerator              | save_state              | maybe state_dict",
                "accelerate.Accelerator              | prepare                 | Wraps DATA_PARALLEL true",
                "accelerate.state.PartialState       | main_process_first      | Around FIRST",
                "train.py:MyTrainer                  | is_world_process_zero   | EdgeOf world first",
                "train.py:MyTrainer                  | save_model              | maybe save_model",
                "train.py:MyTrainer                  | evaluate                | call evaluate",
                "train.py:MyTrainer                  | save_metrics            | -",
                "trl.SFTTrainer                      | save_model              | maybe save_model",
                "train.py:Module                     | all_gather              | call all_gather",
                "train.py:Module                     | log                     | call all_reduce if sync_dist",
                "train.py:Module                     | forward                 | -",
                "lightning.pytorch.Trainer           | save_checkpoint         | call save_checkpoint",
                "pytorch_lightning.Trainer           | test                    | maybe run",
                "lightning.fabric.strategies.Strategy | reduce_boolean_decision | call all_reduce",
                "lightning.Fabric                    | rank_zero_first         | Around FIRST",
                "deepspeed.DeepSpeedEngine           | save_checkpoint         | call save_checkpoint",
                "deepspeed.DeepSpeedEngine           | save_16bit_model        | maybe save_model",
                "mpi4py.MPI.Comm                     | Get_rank                | RankOf world of self",
                "mpi4py.MPI.COMM_WORLD               | allreduce               | call all_reduce",
                "mpi4py.MPI.Comm                     | Split                   | NewGroup",
                "mpi4py.MPI.Comm                     | send                    | -",
                "torch.distributed.fsdp.FullyShardedDataParallel | state_dict  | call state_dict",
                "torch.nn.parallel.DistributedDataParallel | no_sync           | Around QUIET",
                "torch.nn.parallel.DistributedDataParallel | module            | -",
                "torch.nn.parallel.DistributedDataParallel | state_dict        | -",
                "torch.nn.parallel.DistributedDataParallel | cuda              | Keeps -1",
                "colossalai.cluster.DistCoordinator  | block_all               | call barrier",
                "colossalai.cluster.DistCoordinator  | is_master               | EdgeOf world first",
                "colossalai.booster.Booster          | save_optimizer          | maybe state_dict",
                "train.py:Net                        | to                      | Keeps -1",
                "train.py:Net                        | barrier                 | -",
                "train.py:Saver                      | save_checkpoint         | -",
                "train.py:Saver                      | append                  | -",
                "pathlib.Path                        | exists                  | Differs LOCAL_DATA"
            })
    void aMethodIsFoundByItsObjectsClass(String type, String method, String fact) {
        ReceiverHint hint = new ReceiverHint(List.of(type), Set.of(method), "x");
        assertEquals(fact, text(libraries.find(program, method(method), hint)));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "accelerate.Accelerator              | is_main_process         | EdgeOf world first",
                "accelerate.PartialState             | local_process_index     | RankOf local",
                "train.py:MyTrainer                  | args                    | Holds transformers.TrainingArguments",
                "train.py:MyTrainer                  | is_world_process_zero   | EdgeOf world first",
                "transformers.TrainingArguments      | should_save             | EdgeOf world first",
                "transformers.TrainingArguments      | save_steps              | -",
                "transformers.TrainerState           | is_world_process_zero   | EdgeOf world first",
                "lightning.Trainer                   | strategy                | Holds lightning.Strategy",
                "lightning.Trainer                   | is_global_zero          | EdgeOf world first",
                "lightning.Trainer                   | current_epoch           | -",
                "train.py:Module                     | trainer                 | Holds lightning.Trainer",
                "mpi4py.MPI.Comm                     | rank                    | RankOf world of self",
                "train.py:Saver                      | rank                    | -",
                "train.py:Saver                      | tp_rank                 | RankOf tp"
            })
    void anAttributeIsFoundByItsObjectsClass(String type, String attribute, String fact) {
        ReceiverHint hint = new ReceiverHint(List.of(type), Set.of(), "x");
        assertEquals(fact, text(libraries.attribute(program, attribute, hint)));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "trainer     | is_global_zero save_checkpoint | save_checkpoint         | call save_checkpoint",
                "saver       | save_checkpoint                | save_checkpoint         | -",
                "x           | wait_for_everyone              | wait_for_everyone       | call barrier",
                "accelerator | gather                         | gather                  | call all_gather",
                "self        | gather                         | gather                  | -",
                "fabric      | barrier                        | barrier                 | call barrier",
                "comm        | bcast                          | bcast                   | call broadcast",
                "strategy    | reduce_boolean_decision        | barrier                 | call barrier",
                "engine      | save_16bit_model               | save_checkpoint         | call save_checkpoint",
                "model       | module                         | module                  | -",
                "optimizer   | consolidate_state_dict         | step                    | call broadcast",
                "optimizer   | step                           | step                    | -",
                "x           | is_global_zero wait_for_everyone | barrier               | -",
                "buffer      | append                         | append                  | Mutates",
                "linked_list | removeFirst                    | removeFirst             | -",
                "p           | exists                         | exists                  | Differs LOCAL_DATA",
                "self        | barrier                        | barrier                 | -",
                "dist_env    | is_main_process                | is_main_process         | EdgeOf world first",
                "env         | get_local_rank                 | get_local_rank          | RankOf local",
                "tp_group    | rank                           | rank                    | RankOf world of self",
                "df          | rank                           | rank                    | -",
                "ddp         | no_sync                        | no_sync                 | Around QUIET",
                "device_mesh | get_local_rank                 | get_local_rank          | RankOf world by mesh_dim"
            })
    void anObjectIsRecognizedByWhatIsUsedOfIt(String variable, String members, String method, String fact) {
        ReceiverHint hint = new ReceiverHint(List.of(), Set.of(members.split(" ")), variable);
        Optional<Libraries.Found> found = libraries.find(program, method(method), hint);
        assertEquals(fact, text(found));
        assertTrue(found.map(Libraries.Found::certain).orElse(true), variable);
    }

    @Test
    void aVariableNamedAfterAClassIsAGuess() {
        ReceiverHint trainer = new ReceiverHint(List.of("hydra.utils.instantiate"), Set.of("evaluate"), "base_trainer");
        Libraries.Found found =
                libraries.find(program, method("evaluate"), trainer).orElseThrow();
        assertEquals("call evaluate", text(Optional.of(found)));
        assertFalse(found.certain());
    }

    @Test
    void anObjectOfAnUnknownFunctionIsRecognizedLikeAnyOther() {
        List<String> made = List.of("hydra.utils.instantiate");
        ReceiverHint trainer = new ReceiverHint(made, Set.of("is_global_zero", "save_checkpoint"), "trainer");
        assertEquals("call save_checkpoint", text(libraries.find(program, method("save_checkpoint"), trainer)));
        ReceiverHint list = new ReceiverHint(made, Set.of("append"), "x");
        assertEquals("Mutates", text(libraries.find(program, method("append"), list)));
    }

    @Test
    void argumentsOfTheProgramsOwnMayHaveNamesOfALibrary() {
        ReceiverHint args = new ReceiverHint(List.of(), Set.of("should_save"), "training_args");
        Libraries.Found found =
                libraries.attribute(program, "should_save", args).orElseThrow();
        assertEquals("EdgeOf world first", text(Optional.of(found)));
        assertFalse(found.certain());
    }

    @Test
    void aVariableNamedAfterClassesThatDisagreeSaysNothing() {
        ReceiverHint trainer = new ReceiverHint(List.of(), Set.of("save_checkpoint"), "trainer");
        assertEquals("-", text(libraries.find(program, method("save_checkpoint"), trainer)));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "saver   | rank            | -",
                "self    | rank_zero_first | -",
                "self    | rank            | RankOf world",
                "args    | local_rank      | RankOf local",
                "args    | should_save     | EdgeOf world first",
                "args    | src_rank        | -",
                "control | should_save     | -",
                "mpu     | get_tensor_model_parallel_rank | -",
                "mpu     | tensor_model_parallel_rank | RankOf tp",
                "self    | is_main_process | EdgeOf world first",
                "self    | buffer          | -",
                "model   | module          | -"
            })
    void anAttributeIsTakenByItsNameWhereNothingElseIsKnown(String object, String attribute, String fact) {
        ReceiverHint hint = new ReceiverHint(List.of(), Set.of(attribute), object);
        assertEquals(fact, text(libraries.attribute(program, attribute, hint)));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "torch.no_grad                                         | Around NO_GRADIENT",
                "torch.float32                                         | -",
                "torch.nn.SyncBatchNorm                                | -",
                "torch.distributed.get_rank                            | -",
                "torch.distributed.group.WORLD                         | GroupOf world",
                "torch.distributed.GroupMember.WORLD                   | GroupOf world",
                "mpi4py.MPI.COMM_WORLD                                 | GroupOf world",
                "ImportError                                           | ThrownByAll",
                "RuntimeError                                          | -",
                "pytorch_lightning.utilities.rank_zero_only.rank       | RankOf world",
                "utils.rank_zero_only                                  | Around FIRST",
                "settings.RANK                                         | RankOf world",
                "java.lang.ClassNotFoundException                      | ThrownByAll",
                "torch.distributed.ReduceOp.MAX                        | -"
            })
    void aConstantIsFoundByItsFullName(String name, String fact) {
        assertEquals(fact, text(libraries.constant(name)));
    }

    @Test
    void aDecoratorsObjectIsKnownByItsText() {
        Callee decorator = new Callee.Virtual(Literal.name("accelerator"), "", "on_main_process", "");
        assertEquals("Around FIRST", text(libraries.find(program, decorator, ReceiverHint.NONE)));
        Callee retry = new Callee.Virtual(Literal.name("tenacity"), "", "retry", "");
        assertEquals("-", text(libraries.find(program, retry, ReceiverHint.NONE)));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "org.bytedeco.pytorch.ProcessGroupGloo | allreduce | (Lorg/bytedeco/pytorch/TensorVector;)V | call all_reduce of self",
                "org.bytedeco.pytorch.ProcessGroupGloo | getRank   | ()I                                    | RankOf world of self",
                "org.bytedeco.pytorch.ProcessGroup     | getSize   | ()I                                    | SizeOf world of self",
                "demo.Own                              | barrier   | ()V                                    | call barrier of self",
                "org.bytedeco.pytorch.ProcessGroupGloo | send      | ()V                                    | -",
                "org.bytedeco.pytorch.Work             | _wait     | ()Z                                    | -",
                "java.util.List                        | add       | (Ljava/lang/Object;)Z                  | Mutates",
                "java.util.concurrent.ConcurrentHashMap | put      | (Ljava/lang/Object;)Z                  | Mutates",
                "java.util.concurrent.ExecutorService  | submit    | (Ljava/lang/Runnable;)V                | Calls 0 NOW",
                "java.util.concurrent.BlockingQueue    | poll      | ()Ljava/lang/Object;                   | Differs LOCAL_DATA",
                "java.io.File                          | exists    | ()Z                                    | Differs LOCAL_DATA",
                "demo.Own                              | rank      | ()I                                    | -"
            })
    void aJavaMethodIsFoundByItsOwner(String owner, String name, String descriptor, String fact) {
        Callee callee = new Callee.Virtual(variable(), owner, name, descriptor);
        assertEquals(fact, text(libraries.find(program, callee, ReceiverHint.NONE)));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "java.lang.System.exit                          | (I)V | Ends",
                "java.lang.System.nanoTime                      | ()J  | Differs CLOCK",
                "java.lang.Math.max                             | (II)I | Pure",
                "java.nio.file.Files.exists                     | ()Z  | Differs LOCAL_DATA",
                "demo.Rank.rank                                 | ()I  | -",
                "org.bytedeco.cuda.global.nccl.ncclAllReduce    | ()I  | call all_reduce",
                "org.bytedeco.cuda.global.nccl.ncclCommUserRank | ()I  | RankOf world"
            })
    void aStaticJavaMethodIsFoundByItsFullName(String name, String descriptor, String fact) {
        String found = text(libraries.find(program, new Callee.Named(name, descriptor), ReceiverHint.NONE));
        assertEquals(fact, found.replaceFirst(" of .*", ""));
    }

    @Test
    void aJavaConstructorIsFoundByItsClass() {
        assertEquals(
                "NewGroup", text(made("org.bytedeco.pytorch.ProcessGroupGloo", "(Lorg/bytedeco/pytorch/Store;II)V")));
        assertEquals("NewStore", text(made("org.bytedeco.pytorch.FileStore", "(Ljava/lang/String;I)V")));
        assertEquals("Options {rootRank=ROOT}", text(made("org.bytedeco.pytorch.BroadcastOptions", "()V")));
        assertEquals("Calls 0 LATER", text(made("java.lang.Thread", "(Ljava/lang/Runnable;)V")));
        assertEquals("-", text(made("java.util.ArrayList", "()V")));
    }

    @Test
    void aLibraryThatIsScannedItselfIsFound() {
        FunctionId gather = new FunctionId("accelerate/utils/operations.py", "", "gather", "");
        assertEquals("call all_gather", text(libraries.find(program, new Callee.Exact(gather), ReceiverHint.NONE)));
        FunctionId nested = new FunctionId(
                "src/accelerate/state.py", "src/accelerate/state.py:PartialState", "wait_for_everyone", "");
        assertEquals("call barrier", text(libraries.find(program, new Callee.Exact(nested), ReceiverHint.NONE)));
        FunctionId own = new FunctionId("train/utils.py", "", "gather", "");
        assertEquals("-", text(libraries.find(program, new Callee.Exact(own), ReceiverHint.NONE)));
    }

    @Test
    void librariesThatSaySomethingAboutRanksAreRecognized() {
        assertEquals(Set.of(), libraries.recognized());
        libraries.find(program, new Callee.Named("os.path.exists", ""), ReceiverHint.NONE);
        libraries.find(program, new Callee.Named("utils.get_rank", ""), ReceiverHint.NONE);
        assertEquals(Set.of(), libraries.recognized());
        libraries.find(program, new Callee.Named("torch.distributed.barrier", ""), ReceiverHint.NONE);
        assertEquals(Set.of("torch.distributed"), libraries.recognized());
    }

    @Test
    void aUsersFileAddsALibrary(@TempDir Path folder) throws IOException, CatalogueException {
        Path names = Files.writeString(
                folder.resolve("mine.names"), "library mine\nmodule acme\ncall barrier sync\nnames rank my_number\n");
        Path calls =
                Files.writeString(folder.resolve("mine.calls"), "library mine\nclass acme.Comm\ncall barrier sync\n");
        LibraryCatalogue more = libraries.with(names).with(calls);
        assertEquals(
                "call barrier", text(more.find(program, new Callee.Named("acme.comm.sync", ""), ReceiverHint.NONE)));
        assertEquals("RankOf world", text(more.parameter("my_number")));
        assertEquals(
                "call barrier of self",
                text(more.find(
                        program, new Callee.Virtual(variable(), "acme.Comm", "sync", "()V"), ReceiverHint.NONE)));
        Path wrong = Files.writeString(folder.resolve("wrong.names"), "library mine\nmodule acme\ncal barrier sync\n");
        assertTrue(assertThrows(CatalogueException.class, () -> libraries.with(wrong))
                .getMessage()
                .contains("wrong.names:3: "));
    }

    @Test
    void theNamesThatMakeAFileWorthReadingAreThoseOfCollectives() {
        Set<String> names = plain(libraries.names());
        assertTrue(names.containsAll(Set.of("all_reduce", "rank_zero_only", "prepare", "new_group")));
        assertFalse(names.contains("append"));
        assertFalse(names.contains("exists"));
        assertFalse(names.contains("no_grad"));
        assertFalse(names.contains("__iter__"));
        Set<String> values = plain(libraries.valueNames());
        assertTrue(values.containsAll(Set.of("get_rank", "is_main_process", "WORLD", "all_reduce", "no_grad")));
        assertFalse(values.contains("append"));
    }

    private static Set<String> plain(Set<LibraryName> names) {
        return names.stream().map(LibraryName::name).collect(Collectors.toSet());
    }

    @Test
    void aMethodIsKnownByItsClassByWhatHoldsItsObjectsAndByWhatVariablesAreCalled() {
        LibraryName barrier = libraries.names().stream()
                .filter(name -> name.name().equals("barrier") && name.types().contains("DDPStrategy"))
                .findFirst()
                .orElseThrow();
        assertTrue(barrier.types().contains("Trainer"));
        assertTrue(barrier.signs().containsAll(Set.of("strategy", "is_global_zero")));
        assertTrue(barrier.modules().contains("pytorch_lightning"));
    }

    @Test
    void aFunctionThatReturnsAnObjectShowsItsClassAndNoVariableIsCalledAfterIt() {
        LibraryName step = libraries.names().stream()
                .filter(each -> each.name().equals("step") && each.modules().contains("deepspeed"))
                .findFirst()
                .orElseThrow();
        assertTrue(step.types().containsAll(Set.of("DeepSpeedEngine", "initialize")));
        assertTrue(step.signs().contains("deep_speed_engine"));
        assertFalse(step.signs().contains("initialize"));
    }

    private Optional<Libraries.Found> made(String type, String descriptor) {
        return libraries.find(program, new Callee.Constructor(type, descriptor), ReceiverHint.NONE);
    }

    private static Callee method(String name) {
        return new Callee.Virtual(variable(), "", name, "");
    }

    private static Variable variable() {
        return new Variable(0, "x", "");
    }

    private static String text(Optional<Libraries.Found> found) {
        return found.map(each -> text(each.fact())).orElse("-");
    }

    private static String text(LibraryFact fact) {
        String name = fact.getClass().getSimpleName();
        if (fact instanceof Collective call) {
            return (call.always() ? "call " : "maybe ")
                    + call.operation()
                    + call.onlyIf().map(each -> " if " + each.argument().name()).orElse("")
                    + (call.arguments().containsKey(ArgumentRole.COMMUNICATOR)
                                    && call.arguments()
                                            .get(ArgumentRole.COMMUNICATOR)
                                            .name()
                                            .isEmpty()
                                    && isJava(call)
                            ? " of self"
                            : "");
        }
        if (fact instanceof LibraryFact.RankOf rank) {
            return name + axis(rank.axis()) + of(rank.arguments());
        }
        if (fact instanceof LibraryFact.SizeOf size) {
            return name + axis(size.axis()) + of(size.arguments());
        }
        if (fact instanceof LibraryFact.GroupOf group) {
            return name + axis(group.axis());
        }
        if (fact instanceof LibraryFact.EdgeOf edge) {
            return name + axis(edge.axis()) + (edge.last() ? " last" : " first");
        }
        if (fact instanceof LibraryFact.Differs differs) {
            return name + " " + differs.source();
        }
        if (fact instanceof LibraryFact.Around around) {
            return name + " " + around.manner();
        }
        if (fact instanceof LibraryFact.Wraps wraps) {
            return name + " " + wraps.wrapper() + " " + wraps.collective();
        }
        if (fact instanceof LibraryFact.Keeps keeps) {
            return name + " " + keeps.argument().index();
        }
        if (fact instanceof LibraryFact.Calls calls) {
            return name + " " + calls.argument() + " " + calls.when();
        }
        if (fact instanceof LibraryFact.Options options) {
            return name + " " + options.fields();
        }
        return fact instanceof LibraryFact.Holds holds ? name + " " + holds.type() : name;
    }

    private static boolean isJava(Collective call) {
        return call.arguments().values().stream().allMatch(each -> each.name().isEmpty());
    }

    private static String axis(dev.rollcall.analyzer.code.value.Axis axis) {
        return " " + ((dev.rollcall.analyzer.code.value.Axis.Grid) axis).name();
    }

    private static String of(java.util.Map<ArgumentRole, ArgumentPosition> arguments) {
        ArgumentPosition communicator = arguments.get(ArgumentRole.COMMUNICATOR);
        ArgumentPosition name = arguments.get(ArgumentRole.NAME);
        return (communicator != null && communicator.index() == ArgumentPosition.OBJECT ? " of self" : "")
                + (name == null ? "" : " by " + name.name());
    }
}
