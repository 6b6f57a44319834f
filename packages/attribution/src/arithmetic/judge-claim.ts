import type { ArithmeticClaim } from "./arithmetic-claim.ts";
import { evaluateExpression, type ExpressionToken } from "./evaluate-expression.ts";

/** Relative slack for sums that used rounded numbers. */
const ROUNDING = 1e-3;
/** Percent signs read as a hundredth, and as nothing. */
const PERCENTS = [100, 1] as const;
/** A text that slips from dollars to cents, or from a share to percent, has not miscalculated. */
const SCALES = [1, 100, 0.01];

/**
 * Recomputes one equation.
 *
 * @returns nothing if a side is no expression, or nothing is computed on the left
 */
export function judgeClaim(
  leftSide: readonly ExpressionToken[],
  right: readonly ExpressionToken[],
): ArithmeticClaim | undefined {
  const left = closedPart(leftSide);
  const operands = numbersOf(left);
  if (operands.length < 2) return undefined;
  const stated = values(right);
  const computed = stated.length > 0 ? values(left) : [];
  const [first] = stated;
  if (first === undefined || computed.length === 0) return undefined;
  return {
    expression: left.map(spell).join(" "),
    operands,
    operators: left.flatMap((token) => (token.type === "operator" ? token.operator : [])),
    stated: first,
    verdict: verdict(computed, stated, left, right),
  };
}

function numbersOf(side: readonly ExpressionToken[]): readonly number[] {
  const numbers: number[] = [];
  for (const token of side) if (token.type === "number") numbers.push(token.value);
  return numbers;
}

function verdict(
  computed: readonly number[],
  sides: readonly number[],
  left: readonly ExpressionToken[],
  right: readonly ExpressionToken[],
): ArithmeticClaim["verdict"] {
  // `3 + 4 = 7 * 2 = 14` is sloppy, not wrong: the first number may be what is meant.
  const stated = right.length > 1 ? [...sides, ...values(right.slice(0, 1))] : sides;
  const unit = lastPlace(right);
  const agrees = (scale: number, slack: (size: number) => number) =>
    computed.some((value) =>
      stated.some((each) => Math.abs(value * scale - each) <= slack(Math.abs(value * scale))),
    );
  const exact = (size: number) => 1e-9 * Math.max(1, size) + (unit < 1 ? unit / 2 : 0);
  if (SCALES.some((scale) => agrees(scale, exact))) return "right";
  const rough = Math.min(unit, lastPlace(left)) < 1;
  return agrees(1, (size) => Math.max(0.999 * unit, rough ? ROUNDING * size : 0)) ? "rounded" : "wrong";
}

/** Values of an expression, by each way to read its percent signs, the proper one first; nothing if it is none. */
function values(side: readonly ExpressionToken[]): readonly number[] {
  const proper = evaluateExpression(side, PERCENTS[0]);
  if (proper === undefined) return [];
  const bare = side.some(isPercent) ? evaluateExpression(side, PERCENTS[1]) : undefined;
  return bare === undefined ? [proper] : [proper, bare];
}

function isPercent(token: ExpressionToken): boolean {
  return token.type === "number" && token.percent;
}

/** Unit of the last decimal place that is written, at most 1. */
function lastPlace(side: readonly ExpressionToken[]): number {
  let most = 0;
  for (const token of side) if (token.type === "number" && token.decimals > most) most = token.decimals;
  return most === 0 ? 1 : 10 ** -most;
}

/** The part after a parenthesis that never closes. */
function closedPart(side: readonly ExpressionToken[]): readonly ExpressionToken[] {
  let depth = 0;
  for (let index = side.length - 1; index >= 0; index -= 1) {
    const type = side[index]?.type;
    if (type === "close") depth += 1;
    if (type === "open") depth -= 1;
    if (depth < 0) return side.slice(index + 1);
  }
  return side;
}

function spell(token: ExpressionToken): string {
  if (token.type === "number") return `${token.value}${token.percent ? "%" : ""}`;
  if (token.type === "operator") return token.operator;
  return token.type === "open" ? "(" : ")";
}
