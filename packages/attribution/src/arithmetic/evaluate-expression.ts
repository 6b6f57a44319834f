import type { ArithmeticToken } from "./arithmetic-token.ts";

/** Tokens of one expression: numbers, operators and parentheses. */
export type ExpressionToken = Extract<
  ArithmeticToken,
  { readonly type: "number" | "operator" | "open" | "close" }
>;

/** Value of a part of an expression, and where the part ends; nothing if it is none. */
type Parsed = { readonly value: number; readonly next: number } | undefined;

/**
 * Value of an expression over + - * / ^ and parentheses, by recursive descent.
 *
 * Written here because nothing on npm reads arithmetic out of prose, and the evaluators there take more than arithmetic
 * from a text that may be hostile (expr-eval: CVE-2025-12735) or weigh megabytes (mathjs).
 *
 * @param tokens  at most a few dozen: nesting costs stack
 * @param percent what a percent sign divides by: 100, or 1 where a text counts in percent throughout
 * @returns a finite number, or nothing if the tokens are no whole expression
 */
export function evaluateExpression(tokens: readonly ExpressionToken[], percent: 1 | 100): number | undefined {
  const [only] = tokens;
  // Most right sides.
  if (tokens.length === 1 && only?.type === "number") return only.percent ? only.value / percent : only.value;
  const sum = (start: number): Parsed => chain(start, "+-", (at) => chain(at, "*/", power));
  const power = (start: number): Parsed => {
    const base = factor(start);
    if (base === undefined || operatorAt(base.next) !== "^") return base;
    const exponent = power(base.next + 1);
    return exponent && { value: base.value ** exponent.value, next: exponent.next };
  };
  const factor = (at: number): Parsed => {
    const token = tokens[at];
    if (token?.type === "number")
      return { value: token.percent ? token.value / percent : token.value, next: at + 1 };
    if (token?.type === "open") {
      const inner = sum(at + 1);
      return inner && tokens[inner.next]?.type === "close"
        ? { value: inner.value, next: inner.next + 1 }
        : undefined;
    }
    const negated = operatorAt(at) === "-" ? power(at + 1) : undefined;
    return negated && { value: -negated.value, next: negated.next };
  };
  const chain = (start: number, signs: string, part: (at: number) => Parsed): Parsed => {
    let left = part(start);
    for (
      let sign = left && operatorAt(left.next);
      left && sign && signs.includes(sign);
      sign = left && operatorAt(left.next)
    ) {
      const right = part(left.next + 1);
      left = right && { value: apply(left.value, sign, right.value), next: right.next };
    }
    return left;
  };
  const operatorAt = (at: number) => {
    const token = tokens[at];
    return token?.type === "operator" ? token.operator : undefined;
  };
  const whole = sum(0);
  return whole?.next === tokens.length && Number.isFinite(whole.value) ? whole.value : undefined;
}

function apply(left: number, sign: string, right: number): number {
  if (sign === "+") return left + right;
  if (sign === "-") return left - right;
  return sign === "*" ? left * right : left / right;
}
