/** How an adversarial text is made: its beginning, what is repeated, and its end. */
export interface AdversarialText {
  readonly prefix: string;
  readonly pump: string;
  readonly suffix: string;
}

/** Characters that expressions are most often ambiguous about. */
const COMMON = [" ", "\n", "a", "1", ",", ".", '"', "\\", "`", "-", "{", "}"];
/** No expression ends well with these. */
const SUFFIXES = ["", "\u0001", "!\n"];
const LONGEST_WORD = 24;

/** A text of about `length` characters. */
export function textOf({ prefix, pump, suffix }: AdversarialText, length: number): string {
  return prefix + pump.repeat(Math.ceil(length / pump.length)) + suffix;
}

/**
 * Texts on which an expression may take long: each character and word that it names, and each pair of them, over and
 * over, behind what a match may begin with.
 */
export function* adversarialTexts({ source }: RegExp): Generator<AdversarialText> {
  const words = wordsOf(source);
  const atoms = [...new Set([...COMMON, ...words])];
  const characters = charactersOf(source);
  const own = [...new Set([...words, ...characters])].slice(0, 8);
  const pumps = new Set([...atoms, ...own, ...own.flatMap((one) => own.map((other) => one + other))]);
  for (const prefix of ["", "\u0001", ...words.slice(0, 3), ...characters.slice(0, 3)])
    for (const pump of pumps) for (const suffix of SUFFIXES) yield { prefix, pump, suffix };
}

/** Words that the expression spells out, such as "ANSWER:" and "<script ". */
function wordsOf(source: string): readonly string[] {
  const plain = source.replaceAll(/\[(?:[^\]\\]|\\[^])*\]|\\[a-zA-Z](?:\{[^}]*\})?|\(\?[:=!<]+/g, "|");
  const spelt = plain.replaceAll(/\\([^])/g, "$1").split(/[()|?*+^$]+/);
  return [...new Set(spelt.filter((word) => word !== "" && word.length <= LONGEST_WORD))];
}

/** One character for each class, and those that are named. */
function charactersOf(source: string): readonly string[] {
  const classes: readonly (readonly [string, string])[] = [
    ["\\s", " "],
    ["\\s", "\n"],
    ["\\S", "x"],
    ["\\d", "1"],
    ["\\w", "a"],
    ["\\W", "-"],
    ["[^]", "x"],
    [".", "x"],
    ["\\p{L", "é"],
    ["\\p{N", "1"],
    ["\\p{M", "\u0301"],
  ];
  const meant = classes.flatMap(([written, character]) => (source.includes(written) ? [character] : []));
  const named = Array.from(source.replaceAll(/\\[a-zA-Z]/g, "")).filter(
    (char) => !"()[]?:|^$*+{}".includes(char),
  );
  const escaped = [...source.matchAll(/\\([^a-zA-Z])/g)].map(([, char = ""]) => char);
  return [...new Set([...meant, ...escaped, ...named])];
}
