import { type Claim, evaluate, OPERATORS, type Working } from "../problems/arithmetic.ts";
import { mistakenFigure } from "./mistaken-figure.ts";
import type { MistakeKind } from "./mistake-kind.ts";
import { type Draw, pick } from "./seeded-draw.ts";

/** Other quantities that could be mistaken for the right one: numbers of the problem and results so far. */
export type Quantities = readonly number[];

/** The claim that comes of making a mistake of one kind in a calculation; undefined when none of that kind changes its result. */
export function mistakenClaim(
  right: Working,
  kind: MistakeKind,
  others: Quantities,
  draw: Draw,
): Claim | undefined {
  const value = evaluate(right);
  if (kind === "slip") return { working: right, value: mistakenFigure(value, draw) };
  const wrong = variants(right, kind, others, draw)
    .map((working) => ({ working, value: evaluate(working) }))
    .filter((claim) => claim.value !== value);
  const positive = wrong.filter((claim) => claim.value > 0);
  return pick(positive.length > 0 ? positive : wrong, draw, `which ${kind}`);
}

function variants(right: Working, kind: MistakeKind, others: Quantities, draw: Draw): readonly Working[] {
  if (kind === "wrong operator") return otherOperators(right);
  if (kind === "dropped constraint") return withoutOne(right);
  // Half of the wrong operands are misread, so that they stand nowhere in the problem; half are another quantity of it.
  const misread = draw("misread") < 0.5;
  return right.operands.flatMap((operand, at) => {
    const wrong = misread ? [mistakenFigure(operand, (label) => draw(`${label} ${at}`))] : others;
    return wrong.map((figure) => ({ ...right, operands: right.operands.with(at, figure) }));
  });
}

function otherOperators(right: Working): readonly Working[] {
  return right.operators.flatMap((operator, at) =>
    OPERATORS.filter((other) => other !== operator).map((other) => ({
      ...right,
      operators: right.operators.with(at, other),
    })),
  );
}

/** Each operand left out in turn, with the operator before it (after it for the first). */
function withoutOne({ operands, operators }: Working): readonly Working[] {
  if (operands.length < 2) return [];
  return operands.map((_, at) => ({
    operands: operands.toSpliced(at, 1),
    operators: operators.toSpliced(Math.max(0, at - 1), 1),
  }));
}
