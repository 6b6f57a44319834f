import { isDigit, isLetterAt, lexemes } from "./lexemes.ts";

/** A piece of text as far as arithmetic is concerned. */
export type ArithmeticToken =
  | { readonly type: "number"; readonly value: number; readonly decimals: number; readonly percent: boolean }
  | { readonly type: "operator"; readonly operator: Operator }
  | { readonly type: "open" }
  | { readonly type: "close" }
  | { readonly type: "equals" | "of" | "unit" | "break" };

/** Operations of an expression on two numbers. */
export type Operator = "+" | "-" | "*" | "/" | "^";

const OPERATORS: ReadonlyMap<string, Operator> = new Map<string, Operator>([
  ["+", "+"],
  ["plus", "+"],
  ["-", "-"],
  ["−", "-"],
  ["–", "-"],
  ["minus", "-"],
  ["*", "*"],
  ["×", "*"],
  ["·", "*"],
  ["⋅", "*"],
  ["∗", "*"],
  ["times", "*"],
  ["\\times", "*"],
  ["\\cdot", "*"],
  ["/", "/"],
  ["÷", "/"],
  ["\\div", "/"],
  ["^", "^"],
  ["**", "^"],
]);

const PUNCTUATION: ReadonlyMap<string, Exclude<ArithmeticToken["type"], "number" | "operator">> = new Map([
  ["(", "open"],
  ["[", "open"],
  [")", "close"],
  ["]", "close"],
  ["=", "equals"],
  ["≈", "equals"],
  ["\\approx", "equals"],
  ["equals", "equals"],
  ["is", "equals"],
  ["of", "of"],
]);

/** Signs that stand before or around a number and change nothing: currencies, GSM8K's calculator marks, LaTeX's. */
const SILENT = new Set(["$", "€", "£", "¥", "<<", "\\", "\\$", "\\text", "\\left", "\\right", "{", "}"]);
/** Letters that stand for an unknown more often than for a unit. */
const UNKNOWNS = new Set(["x", "y", "z", "n"]);

/** Longest lexeme that means something to arithmetic; longer ones are units. */
const LONGEST_WORD = 7;

const UNIT: ArithmeticToken = { type: "unit" };
const BREAK: ArithmeticToken = { type: "break" };
const EQUALS: ArithmeticToken = { type: "equals" };
/** Tokens without a value of their own are shared: prose is mostly those. */
const OPERATOR_TOKENS: ReadonlyMap<string, ArithmeticToken & { readonly type: "operator" }> = new Map(
  [...OPERATORS].map(([lexeme, operator]) => [lexeme, { type: "operator", operator }]),
);
const MARK_TOKENS: ReadonlyMap<string, ArithmeticToken> = new Map(
  [...PUNCTUATION].map(([lexeme, type]) => [lexeme, { type }]),
);
const TIMES = OPERATOR_TOKENS.get("*");

/**
 * Takes text apart into what matters to arithmetic, in linear time. Everything unforeseen is a break; the ordinal of
 * "Step 4" is nothing.
 */
export function arithmeticTokens(text: string): readonly ArithmeticToken[] {
  const pieces = lexemes(text);
  const tokens: ArithmeticToken[] = [];
  let last: ArithmeticToken | undefined;
  for (let index = 0; index < pieces.length; index += 1) {
    const lexeme = pieces[index] ?? "";
    if (isSilent(lexeme, pieces[index - 1])) continue;
    if (lexeme === "%" && last?.type === "number") {
      last = { ...last, percent: true };
      tokens[tokens.length - 1] = last;
    } else if (lexeme === "=" && last?.type === "break" && pieces[index - 1] === "\n") {
      // A sum may continue in the next line.
      last = EQUALS;
      tokens[tokens.length - 1] = last;
    } else {
      last = tokenOf(lexeme, pieces[index + 1], last);
      tokens.push(last);
    }
  }
  return tokens;
}

function isSilent(lexeme: string, before: string | undefined): boolean {
  if (isDigit(lexeme.charCodeAt(0))) return before?.length === 4 && before.toLowerCase() === "step";
  return lexeme.length < LONGEST_WORD && SILENT.has(lexeme);
}

function tokenOf(
  lexeme: string,
  next: string | undefined,
  last: ArithmeticToken | undefined,
): ArithmeticToken {
  const code = lexeme.charCodeAt(0);
  if (isDigit(code) || (code === POINT && lexeme.length > 1)) return numberToken(lexeme);
  const isWord = isLetterAt(lexeme, 0);
  if (lexeme.length > LONGEST_WORD) return isWord ? UNIT : BREAK;
  const word = lexeme.toLowerCase();
  const operator = word === "x" ? TIMES : OPERATOR_TOKENS.get(word);
  const isMinus = operator?.operator === "-";
  // "8 times", "t-shirts": without a number after it, a word or a hyphen between words is part of a unit.
  if (operator !== undefined && (!(isWord || (isMinus && last?.type === "unit")) || startsOperand(next)))
    return operator;
  const mark = MARK_TOKENS.get(word);
  if (mark !== undefined) return mark;
  return (isWord && !UNKNOWNS.has(word)) || isMinus ? UNIT : BREAK;
}

const POINT = 46;

function numberToken(lexeme: string): ArithmeticToken {
  const point = lexeme.indexOf(".");
  return {
    type: "number",
    value: Number(lexeme.includes(",") ? lexeme.replaceAll(",", "") : lexeme),
    decimals: point < 0 ? 0 : lexeme.length - point - 1,
    percent: false,
  };
}

function startsOperand(lexeme: string | undefined): boolean {
  return lexeme !== undefined && /^(?:\.?\d|[($€£¥[-]|<<)/u.test(lexeme);
}
