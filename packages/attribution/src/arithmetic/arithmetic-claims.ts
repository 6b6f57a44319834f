import type { ArithmeticClaim } from "./arithmetic-claim.ts";
import { arithmeticTokens, type ArithmeticToken } from "./arithmetic-token.ts";
import type { ExpressionToken } from "./evaluate-expression.ts";
import { judgeClaim } from "./judge-claim.ts";

/** Longest expression that is read, in tokens: bounds both time and nesting. */
const LONGEST = 64;
/** Most words that can follow a number as its unit. */
const UNIT_WORDS = 4;

/** The parts read so far of the expression at hand. */
interface Reading {
  /** The expression so far; ends in an operand unless a further one is due. */
  side: ExpressionToken[];
  /** The side left of the last equals sign, still waiting for the right one. */
  left: readonly ExpressionToken[] | undefined;
  units: number;
  depth: number;
}

/**
 * Finds the equations between numbers in a text and recomputes them: `12/2 = 6`, `$140-$14 = $126`, `50% of 80 is 40`,
 * `3 bags x 4 pens = 12 pens`, `2*3=<<2*3=6>>6`. Equations with an unknown are left alone. Linear in the text.
 */
export function arithmeticClaims(text: string): readonly ArithmeticClaim[] {
  return claimsOfTokens(arithmeticTokens(text));
}

/** {@link arithmeticClaims} of a text that is in tokens already. */
export function claimsOfTokens(tokens: readonly ArithmeticToken[]): readonly ArithmeticClaim[] {
  const claims: ArithmeticClaim[] = [];
  const reading: Reading = { side: [], left: undefined, units: 0, depth: 0 };
  for (const token of tokens) if (!extend(reading, token)) end(reading, token, claims);
  end(reading, { type: "break" }, claims);
  return claims;
}

/** Ends the expression at hand before a token. */
function end(reading: Reading, token: ArithmeticToken, claims: ArithmeticClaim[]): void {
  const claim = reading.left && judgeClaim(reading.left, reading.side);
  if (claim !== undefined) claims.push(claim);
  reading.left = token.type === "equals" ? reading.side : undefined;
  restart(reading, token);
}

/** Takes a token into the expression at hand; false if the expression ends before it. */
function extend(reading: Reading, token: ArithmeticToken): boolean {
  const { side } = reading;
  if (side.length >= LONGEST) return false;
  const operandDue = isOperandDue(side);
  switch (token.type) {
    case "unit":
      return side.length > 0 && takeUnit(reading);
    case "of":
      if (operandDue || !takesShare(side)) return takeUnit(reading);
      side.push({ type: "operator", operator: "*" });
      break;
    case "operator":
      if (operandDue && token.operator !== "-") return false;
      side.push(token);
      break;
    case "number":
      if (!operandDue) return false;
      side.push(token);
      break;
    case "open":
      if (!operandDue) return false;
      reading.depth += 1;
      side.push({ type: "open" });
      break;
    case "close":
      if (operandDue || reading.depth === 0) return false;
      reading.depth -= 1;
      side.push({ type: "close" });
      break;
    default:
      return false;
  }
  reading.units = 0;
  return true;
}

/** Words after a number belong to it: "pens", "pens/pack", "pairs of pants". */
function takeUnit(reading: Reading): boolean {
  const { side } = reading;
  if (isDivision(side.at(-1))) side.pop();
  reading.units += 1;
  return side.length > 0 && !isOperandDue(side) && reading.units <= UNIT_WORDS;
}

/** Starts afresh, with the token that ended the last expression if a new one can start with it. */
function restart(reading: Reading, token: ArithmeticToken): void {
  if (reading.side.length > 0 || reading.left !== undefined) reading.side = [];
  reading.units = 0;
  reading.depth = 0;
  if (token.type === "number" || token.type === "open") extend(reading, token);
}

function isOperandDue(side: readonly ExpressionToken[]): boolean {
  const last = side.at(-1);
  return last === undefined || last.type === "operator" || last.type === "open";
}

/** Whether "of" would multiply: after a percentage and after a fraction. */
function takesShare(side: readonly ExpressionToken[]): boolean {
  const [sign, last] = side.slice(-2);
  if (side.length === 1) return sign?.type === "number" && sign.percent;
  return last?.type === "number" && (last.percent || isDivision(sign));
}

function isDivision(token: ExpressionToken | undefined): boolean {
  return token?.type === "operator" && token.operator === "/";
}
