import type { ArithmeticClaim } from "./arithmetic-claim.ts";
import { evaluateExpression } from "./evaluate-expression.ts";
import type { ExpressionToken } from "./evaluate-expression.ts";

/** Relative slack for sums that went on with numbers that had been rounded before. */
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
  const operators = left.flatMap((token) => (token.type === "operator" ? [token.operator] : []));
  const numbers = left.filter((token) => token.type === "number");
  const stated = evaluateExpression(right, 100);
  if (numbers.length < 2 || stated === undefined || evaluateExpression(left, 100) === undefined)
    return undefined;
  return {
    expression: left.map(spell).join(" "),
    operands: numbers.map(({ value }) => value),
    operators,
    stated,
    verdict: verdict(left, right),
  };
}

function verdict(
  left: readonly ExpressionToken[],
  right: readonly ExpressionToken[],
): ArithmeticClaim["verdict"] {
  const computed = values(left);
  // `3 + 4 = 7 * 2 = 14` is sloppy, not wrong: the first number may be what is meant.
  const stated = [...values(right), ...values(right.slice(0, 1))];
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

/** What an expression comes to, by each way to read its percent signs. */
function values(side: readonly ExpressionToken[]): readonly number[] {
  return PERCENTS.flatMap((percent) => evaluateExpression(side, percent) ?? []);
}

/** Unit of the last decimal place that is written, at most 1. */
function lastPlace(side: readonly ExpressionToken[]): number {
  return 10 ** -side.reduce((most, token) => Math.max(most, token.type === "number" ? token.decimals : 0), 0);
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
