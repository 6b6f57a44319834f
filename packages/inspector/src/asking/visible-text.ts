/** Part of a recorded text, with everything in it visible. */
export interface VisiblePart {
  readonly text: string;
  /** Its end in the recorded text, in UTF-16 units. */
  readonly end: number;
}

/**
 * Characters that a program obeys or that no reader sees: control and format characters, halves of characters, private ones, line and
 * paragraph separators, and all that is drawn as nothing. Line ends and tabs stay, and so does what makes a letter an emoji.
 */
const HIDDEN = /(?!\n|\t|\uFE0F)[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u;

/** Letters that stand for themselves in JSON, too. */
const PLAIN = /^[ !#-[\]-~]$/;

/**
 * Part of a recorded text for a model to read. What is hidden in it stands as an escape such as `\u001b`, in letters: it cannot give a terminal
 * orders, or hold words that only a model sees.
 *
 * @param from where it begins, in UTF-16 units
 * @param most characters that it takes at most as JSON, quotes aside; at least 14
 */
export function visiblePart(text: string, from: number, most: number): VisiblePart {
  const letters: string[] = [];
  let [end, left] = [from, most];
  while (end < text.length) {
    const letter = String.fromCodePoint(text.codePointAt(end) ?? 0);
    const shown = PLAIN.test(letter) || !HIDDEN.test(letter) ? letter : escaped(letter);
    left -= PLAIN.test(shown) ? 1 : JSON.stringify(shown).length - 2;
    if (left < 0) break;
    letters.push(shown);
    end += letter.length;
  }
  return { text: letters.join(""), end };
}

function escaped(letter: string): string {
  return Array.from(
    { length: letter.length },
    (_, unit) => `\\u${letter.charCodeAt(unit).toString(16).padStart(4, "0")}`,
  ).join("");
}
