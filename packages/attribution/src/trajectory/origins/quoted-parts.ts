/** @internal Opening quotes and what closes them. The single quote is an apostrophe as often. */
export const QUOTES: ReadonlyMap<string, string> = new Map([
  ['"', '"'],
  ["`", "`"],
  ["“", "”"],
  ["„", "“"],
  ["«", "»"],
  ["「", "」"],
  ["『", "』"],
]);

/** More than a value has. */
const LONGEST = 160;

/** Texts between quotes on one line, without the keys of JSON. Linear: no part is looked at twice. */
export function quotedParts(text: string): readonly string[] {
  const parts: string[] = [];
  for (let at = 0; at < text.length; at += 1) {
    const close = QUOTES.get(text.charAt(at));
    if (close === undefined) continue;
    const end = closingIn(text, at + 1, close);
    if (end === undefined) continue;
    if (!/^\s?:/.test(text.slice(end + 1, end + 3))) parts.push(text.slice(at + 1, end));
    at = end;
  }
  return parts;
}

function closingIn(text: string, from: number, close: string): number | undefined {
  for (let at = from; at < text.length && at - from <= LONGEST; at += 1) {
    const character = text.charAt(at);
    if (character === close) return at;
    if (character === "\n") return undefined;
  }
  return undefined;
}
