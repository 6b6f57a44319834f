/** A piece of text as far as arithmetic is concerned. */
export type ArithmeticToken =
  | { readonly type: "number"; readonly value: number; readonly decimals: number; readonly percent: boolean }
  | { readonly type: "operator"; readonly operator: Operator }
  | { readonly type: "open" }
  | { readonly type: "close" }
  | { readonly type: "equals" | "of" | "unit" | "break" };

/** What an expression can do with two numbers. */
export type Operator = "+" | "-" | "*" | "/" | "^";

const LEXEME =
  /\d{1,3}(?:,\d{3})+(?!\d)(?:\.\d+)?|\d+(?:\.\d+)?|\.\d+|(?<=\d)x(?=\d)|\\?\p{L}[\p{L}\p{N}_]*|\*\*|<<|>>|\n|[^\s]/gu;

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

/** Takes text apart into what matters to arithmetic, in linear time. Everything unforeseen is a break. */
export function arithmeticTokens(text: string): readonly ArithmeticToken[] {
  const lexemes = text.match(LEXEME) ?? [];
  const tokens: ArithmeticToken[] = [];
  lexemes.forEach((lexeme, index) => {
    const last = tokens.at(-1);
    if (SILENT.has(lexeme)) return;
    if (lexeme === "%" && last?.type === "number") tokens[tokens.length - 1] = { ...last, percent: true };
    // A sum may go on in the next line.
    else if (lexeme === "=" && last?.type === "break" && lexemes[index - 1] === "\n")
      tokens[tokens.length - 1] = { type: "equals" };
    else tokens.push(tokenOf(lexeme, lexemes[index + 1], last));
  });
  return tokens;
}

function tokenOf(
  lexeme: string,
  next: string | undefined,
  last: ArithmeticToken | undefined,
): ArithmeticToken {
  if (/^[.\d]*\d/u.test(lexeme)) return numberToken(lexeme);
  const word = lexeme.toLowerCase();
  const isWord = /^\p{L}/u.test(lexeme);
  const operator = word === "x" ? "*" : OPERATORS.get(word);
  // "8 times", "t-shirts": without a number after it, a word or a hyphen between words is part of a unit.
  const operates = startsOperand(next) || !(isWord || (operator === "-" && last?.type === "unit"));
  if (operator !== undefined && operates) return { type: "operator", operator };
  const mark = PUNCTUATION.get(word);
  if (mark !== undefined) return { type: mark };
  const unit = (isWord && !UNKNOWNS.has(word)) || operator === "-";
  return { type: unit ? "unit" : "break" };
}

function numberToken(lexeme: string): ArithmeticToken {
  const point = lexeme.indexOf(".");
  return {
    type: "number",
    value: Number(lexeme.replaceAll(",", "")),
    decimals: point < 0 ? 0 : lexeme.length - point - 1,
    percent: false,
  };
}

function startsOperand(lexeme: string | undefined): boolean {
  return lexeme !== undefined && /^(?:\.?\d|[($€£¥[-]|<<)/u.test(lexeme);
}
