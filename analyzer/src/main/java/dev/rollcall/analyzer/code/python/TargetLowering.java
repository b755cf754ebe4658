package dev.rollcall.analyzer.code.python;

import dev.rollcall.analyzer.code.form.Argument;
import dev.rollcall.analyzer.code.form.Arithmetic;
import dev.rollcall.analyzer.code.form.Callee;
import dev.rollcall.analyzer.code.form.Expression;
import dev.rollcall.analyzer.code.form.Instruction;
import dev.rollcall.analyzer.code.form.Literal;
import dev.rollcall.analyzer.code.form.Operand;
import dev.rollcall.analyzer.code.form.Operator;
import dev.rollcall.analyzer.code.form.Place;
import java.util.List;

/** Lowers what stands on the left of an assignment: names, attributes, items, and lists of them that a value is unpacked to. */
final class TargetLowering {
    private final FunctionLowering function;

    TargetLowering(FunctionLowering function) {
        this.function = function;
    }

    /** Assigns a value to a target. */
    void assign(SyntaxNode target, Operand value, int line) {
        SyntaxNode bare = target.bare();
        switch (bare.type()) {
            case "identifier" -> function.write(bare.text(), value, line);
            case "attribute" -> function.emit(new Instruction.Store(attribute(bare), value), line);
            case "subscript" -> item(bare, value, line);
            default -> {
                boolean kept = function.isConstant(value);
                unpack(bare.parts(), kept ? value : function.assign(null, new Expression.Copy(value), line), line);
            }
        }
    }

    /** Returns the place of an attribute. */
    Place attribute(SyntaxNode node) {
        return new Place.Field(
                function.expressions().value(node.child("object")),
                "",
                node.child("attribute").text());
    }

    private void item(SyntaxNode node, Operand value, int line) {
        Operand of = function.expressions().value(node.child("value"));
        Operand key = function.expressions().key(node);
        if (node.child("subscript").is("slice")) {
            Callee set = new Callee.Virtual(of, "", "__setitem__", "");
            function.emit(new Instruction.Invoke(null, set, Argument.of(key, value)), line);
        } else {
            function.emit(new Instruction.Store(new Place.Item(of, key), value), line);
        }
    }

    private void unpack(List<SyntaxNode> targets, Operand value, int line) {
        for (int i = 0; i < targets.size(); i++) {
            SyntaxNode each = targets.get(i);
            int after = targets.size() - 1 - i;
            boolean star = each.is("list_splat_pattern") || each.is("list_splat");
            boolean behindStar = targets.subList(0, i).stream()
                    .anyMatch(before -> before.is("list_splat_pattern") || before.is("list_splat"));
            if (star) {
                Literal end = after == 0 ? Literals.NONE : new Literal((long) -after);
                List<Operand> slice = List.of(value, new Literal((long) i), end, Literals.NONE);
                Operand rest =
                        function.assign(null, new Expression.Apply(Operator.SLICE, Arithmetic.DYNAMIC, slice), line);
                assign(each.part(0), function.call("list", line, rest), line);
            } else {
                Literal index = new Literal((long) (behindStar ? -after - 1 : i));
                Expression part = new Expression.Load(new Place.Item(value, index));
                if (function.localTarget(each.bare()) != null) {
                    function.assign(function.localTarget(each.bare()), part, line);
                } else {
                    assign(each, function.assign(null, part, line), line);
                }
            }
        }
    }

    /** Deletes a target; a name that is deleted is not used again. */
    void delete(SyntaxNode target) {
        SyntaxNode bare = target.bare();
        int line = bare.line();
        switch (bare.type()) {
            case "subscript" -> {
                Operand of = function.expressions().value(bare.child("value"));
                Operand key = function.expressions().key(bare);
                Callee delete = new Callee.Virtual(of, "", "__delitem__", "");
                function.emit(new Instruction.Invoke(null, delete, List.of(Argument.of(key))), line);
            }
            case "attribute" -> {
                Operand of = function.expressions().value(bare.child("object"));
                Callee delete = new Callee.Virtual(of, "", "__delattr__", "");
                Literal name = new Literal(bare.child("attribute").text());
                function.emit(new Instruction.Invoke(null, delete, List.of(Argument.of(name))), line);
            }
            case "identifier" -> {}
            default -> bare.parts().forEach(this::delete);
        }
    }
}
