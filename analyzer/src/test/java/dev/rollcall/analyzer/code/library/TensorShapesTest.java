package dev.rollcall.analyzer.code.library;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.rollcall.analyzer.code.form.Arithmetic;
import dev.rollcall.analyzer.code.form.Expression.Build;
import dev.rollcall.analyzer.code.form.Operator;
import dev.rollcall.analyzer.code.value.Axis;
import dev.rollcall.analyzer.code.value.Value;
import dev.rollcall.analyzer.code.value.ValuePool;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class TensorShapesTest {
    private static final Value RANK = new Value.Rank(Axis.WORLD);
    private static final Value FOUR = Value.Constant.of(4);
    private static final Value DOUBLE = Value.Constant.name("torch.float64");

    private final ValuePool pool = new ValuePool();
    private final TensorShapes shapes = new TensorShapes(pool);

    @Test
    void theSizesOfAMakerAreMultiplied() {
        assertEquals(
                Optional.of(Value.Constant.of(12)), shapes.count(result("torch.zeros", FOUR, Value.Constant.of(3))));
        Value list = new Value.Parts(Build.Kind.LIST, List.of(FOUR, RANK), 0);
        Value product = new Value.Operation(Operator.MUL, Arithmetic.DYNAMIC, List.of(FOUR, RANK));
        assertEquals(Optional.of(pool.of(product)), shapes.count(result("torch.zeros", list)));
        assertEquals(Optional.of(pool.of(product)), shapes.count(result("torch.full", list, RANK)));
    }

    @Test
    void whatMayBeADeviceIsNoSize() {
        assertEquals(Optional.empty(), shapes.count(result("torch.zeros", FOUR, RANK)));
        Value names = result("torch.zeros", FOUR, DOUBLE, new Value.Constant("cuda"), Value.Constant.TRUE);
        assertEquals(Optional.of(FOUR), shapes.count(names));
    }

    @Test
    void theTypeIsTheNamedOneOrTheDefault() {
        assertEquals(type("double"), shapes.type(result("torch.ones", FOUR, DOUBLE)));
        assertEquals(type("float"), shapes.type(result("torch.ones", FOUR)));
        assertEquals(Optional.empty(), shapes.type(result("torch.ones", FOUR, new Value.Parameter(0))));
        assertEquals(Optional.empty(), shapes.type(result("torch.tensor", FOUR)));
        assertEquals(Optional.empty(), shapes.type(result("torch.full", FOUR, FOUR)));
    }

    @Test
    void aCastChangesTheTypeAlone() {
        Value cast = result("to", result("torch.ones", FOUR), DOUBLE);
        assertEquals(type("double"), shapes.type(cast));
        assertEquals(Optional.of(FOUR), shapes.count(cast));
        Value java = result(
                "org.bytedeco.pytorch.Tensor.toType",
                result("org.bytedeco.pytorch.global.torch.ones", RANK),
                Value.Constant.name("org.bytedeco.pytorch.global.torch$ScalarType.Double"));
        assertEquals(type("double"), shapes.type(java));
        assertEquals(Optional.of(RANK), shapes.count(java));
        assertEquals(Optional.empty(), shapes.type(result("to", result("torch.ones", FOUR), new Value.Parameter(0))));
    }

    @Test
    void aViewAndAListOfOneTensorAreLikeIt() {
        Value tensor = result("torch.ones", FOUR);
        assertEquals(Optional.of(FOUR), shapes.count(result("cuda", tensor)));
        assertEquals(Optional.of(FOUR), shapes.count(result("torch.zeros_like", tensor)));
        assertEquals(
                Optional.of(FOUR), shapes.count(result("mul", tensor, result("org.bytedeco.pytorch.Scalar", RANK))));
        assertEquals(Optional.empty(), shapes.count(result("mul", tensor, new Value.Parameter(0))));
        assertEquals(Optional.of(FOUR), shapes.count(result("org.bytedeco.pytorch.TensorVector", tensor)));
        assertEquals(Optional.of(FOUR), shapes.count(new Value.Parts(Build.Kind.LIST, List.of(tensor), 0)));
    }

    @Test
    void aChoiceHasTheShapesOfBoth() {
        Value choice = new Value.Select(RANK, result("torch.ones", FOUR), result("torch.ones", RANK));
        assertEquals(Optional.of(pool.of(new Value.Select(RANK, FOUR, RANK))), shapes.count(choice));
        assertEquals(type("float"), shapes.type(choice));
        Value open = new Value.Select(RANK, result("torch.ones", FOUR), new Value.Parameter(0));
        assertEquals(Optional.empty(), shapes.count(open));
    }

    @Test
    void otherFunctionsHaveNoShape() {
        assertEquals(Optional.empty(), shapes.count(result("torch.nn.functional.ones", FOUR)));
        assertEquals(Optional.empty(), shapes.count(result("numpy.ones", FOUR)));
        assertEquals(Optional.empty(), shapes.count(new Value.Parameter(0)));
        assertEquals(Optional.empty(), shapes.count(result("torch.zeros")));
    }

    private Value result(String function, Value... arguments) {
        return pool.of(new Value.Result(function, List.of(arguments), 0));
    }

    private Optional<Value> type(String name) {
        return Optional.of(pool.of(new Value.Constant(name)));
    }
}
