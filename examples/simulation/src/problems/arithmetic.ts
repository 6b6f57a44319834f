export const OPERATORS = ["+", "-", "*", "/"] as const;
export type Operator = (typeof OPERATORS)[number];

/** A sum, product, … without brackets: `operands[0] operators[0] operands[1] …`. */
export interface Working {
  readonly operands: readonly number[];
  /** One fewer than the operands. */
  readonly operators: readonly Operator[];
}

/** A working with the result that somebody says it has. */
export interface Claim {
  readonly working: Working;
  readonly value: number;
}

/** A calculation, with its result if the text states one. A calculation without a result is matched, too: no part of it is matched again. */
const WORKING = /(-?\d+(?:\.\d+)?(?:[-+*/]-?\d+(?:\.\d+)?)*)(?:\s=\s(-?\d+(?:\.\d+)?))?/g;

const isOperator = (text: string | undefined): text is Operator => OPERATORS.some((known) => known === text);

/** Reads `6*140`, `.5*8` or `-3+4`; undefined when the text holds anything else, brackets included. */
export function parseWorking(text: string): Working | undefined {
  const operands: number[] = [];
  const operators: Operator[] = [];
  let rest = text.trim();
  for (;;) {
    const number = /^-?(?:\d+(?:\.\d+)?|\.\d+)/.exec(rest)?.[0];
    if (number === undefined) return undefined;
    operands.push(Number(number));
    rest = rest.slice(number.length).trim();
    const operator = rest[0];
    if (operator === undefined) return { operands, operators };
    if (!isOperator(operator)) return undefined;
    operators.push(operator);
    rest = rest.slice(1).trim();
  }
}

/** Value of a working, products before sums, rounded to four decimals; 0 where it is not finite. */
export function evaluate({ operands, operators }: Working): number {
  const terms: number[] = [];
  for (const [index, operand] of operands.entries()) {
    const operator = index === 0 ? "+" : operators[index - 1];
    if (operator === "*") terms.push((terms.pop() ?? 1) * operand);
    else if (operator === "/") terms.push((terms.pop() ?? 1) / operand);
    else terms.push(operator === "-" ? -operand : operand);
  }
  const sum = terms.reduce((total, term) => total + term, 0);
  return Number.isFinite(sum) ? round(sum) : 0;
}

/** To four decimals, so that what is written in a message is the number that was meant. */
export function round(value: number): number {
  return Number(value.toFixed(4));
}

export function formatWorking({ operands, operators }: Working): string {
  return operands.map((operand, index) => `${index === 0 ? "" : operators[index - 1]}${operand}`).join("");
}

/** `6*140 = 840`, the form that claims have in messages. */
export function formatClaim({ working, value }: Claim): string {
  return `${formatWorking(working)} = ${value}`;
}

/** Every `a*b = c` that stands in a text, in order. */
export function findClaims(text: string): readonly Claim[] {
  return [...text.matchAll(WORKING)].flatMap(([, left = "", right]) => {
    const working = right === undefined ? undefined : parseWorking(left);
    return working === undefined ? [] : [{ working, value: Number(right) }];
  });
}

/** Every number in a text, without thousands separators or signs. */
export function numbersIn(text: string): readonly number[] {
  return [...text.replaceAll(/(?<=\d),(?=\d{3})/g, "").matchAll(/\d+(?:\.\d+)?/g)].map(([number]) =>
    Number(number),
  );
}
