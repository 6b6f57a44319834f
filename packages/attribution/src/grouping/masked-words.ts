import { QUOTES } from "../trajectory/origins/quoted-parts.ts";

/** Characters of a reason that are read: the rest is a trace or a dump. */
const LONGEST = 2000;

/** Words of a reason that are compared. */
const WORDS = 80;

/**
 * The words of a reason, with what varies from run to run masked: numbers, ids, quotations, paths and addresses become "#". Words that may be names keep
 * their capital letter, all others lose it: a capital inside of a sentence, or two in a row at its beginning.
 *
 * @returns at most 80
 */
export function maskedWords(reason: string): readonly string[] {
  const words: string[] = [];
  let isStart = true;
  const pieces = withoutQuotations(reason.slice(0, LONGEST)).split(/\s+/u);
  for (const [at, piece] of pieces.entries()) {
    const isNamed = !isStart || isCapitalised(pieces[at + 1] ?? "");
    for (const word of wordsIn(piece)) {
      // A list of numbers is as long as its run has made it.
      if (word === "#" && words.at(-1) === "#") continue;
      words.push(isNamed && isCapitalised(word) ? word : word.toLowerCase());
      if (words.length === WORDS) return words;
    }
    isStart = /[.!?:;]$/u.test(piece);
  }
  return words;
}

const isCapitalised = (word: string): boolean => /^\p{Lu}\p{Ll}+[.,]?$/u.test(word);

/** Marks that open a quotation, with those that close it: the single ones, too. */
const MARKS: ReadonlyMap<string, string> = new Map([...QUOTES, ["'", "'"], ["‘", "’"]]);

/** A quotation mark opens one only where no letter stands before it, and none without an end is taken out. */
function withoutQuotations(text: string): string {
  let rest = "";
  for (let at = 0; at < text.length; at += 1) {
    const mark = text.charAt(at);
    const end = MARKS.get(mark);
    const before = at === 0 ? " " : text.charAt(at - 1);
    const close = end === undefined || /[\p{L}\p{N}]/u.test(before) ? -1 : text.indexOf(end, at + 1);
    if (close < 0) rest += mark;
    else {
      rest += " # ";
      at = close;
    }
  }
  return rest;
}

/** A piece without spaces: one thing that varies, or words with marks around and between. */
function wordsIn(piece: string): readonly string[] {
  if (/[/\\@]|\w\.\w/u.test(piece)) return ["#"];
  return (piece.match(/[\p{L}\p{N}_'’#-]+/gu) ?? []).flatMap((word) => {
    const bare = word.replace(/^[-'’]+/u, "");
    if (bare === "") return [];
    return /[\p{N}#]/u.test(bare) ? ["#"] : [bare];
  });
}
