/**
 * @internal Lists of bytes within a list, as Postgres writes them: `{{"\\x00ff",NULL}}`.
 *
 * @returns `undefined` if they are written in any other way, such as with the setting `bytea_output = 'escape'`
 */
export function parseByteaArray(text: string): readonly (readonly (Buffer | null)[])[] | undefined {
  if (!text.startsWith("{{") || !text.endsWith("}}")) return undefined;
  const lists: (Buffer | null)[][] = [[]];
  for (let at = 2; ;) {
    let end: number;
    if (text.startsWith(HEX, at)) {
      end = text.indexOf('"', at + HEX.length);
      if (end < 0) return undefined;
      const hex = text.slice(at + HEX.length, end);
      const bytes = Buffer.from(hex, "hex");
      // Decoding stops at a character that is not a hexadecimal digit.
      if (2 * bytes.length !== hex.length) return undefined;
      lists.at(-1)?.push(bytes);
      end += 1;
    } else if (text.startsWith(NULL, at)) {
      lists.at(-1)?.push(null);
      end = at + NULL.length;
    } else return undefined;
    if (text[end] === ",") at = end + 1;
    else if (text.startsWith(NEXT, end)) {
      lists.push([]);
      at = end + NEXT.length;
    } else return end === text.length - 2 ? lists : undefined;
  }
}

const HEX = String.raw`"\\x`;
const NULL = "NULL";
const NEXT = "},{";
