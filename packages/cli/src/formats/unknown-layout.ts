import { CommandFailedError } from "../errors/command-failed-error.ts";
import { IMPORT_FORMATS } from "./import-formats.ts";
import { isFields } from "./fields.ts";

/** Names that a message shows of one object, and lists that it names. */
const SHOWN_FIELDS = 8;
const SHOWN_LISTS = 3;

/** Characters of a name: it comes from the file. */
const SHOWN_OF_NAME = 40;

/** Objects inside a value that are looked at, so that the message comes at once. */
const LOOKED_AT = 1000;

/**
 * An error for a file whose layout is like none that is known: its message tells what stands in the file, and which formats there are.
 *
 * @param first the file's first value
 */
export function unknownLayout(first: unknown): CommandFailedError {
  const lists = listsIn(first)
    .slice(0, SHOWN_LISTS)
    .map(({ path, list }) => `\n  ${shown(path)}: a list of ${list.length}, the first ${words(list[0])}`);
  const formats = Object.entries(IMPORT_FORMATS).map(([name, reads]) => `\n  ${name}: ${reads}`);
  return new CommandFailedError(
    `Expected a layout that is known, got ${words(first)}.${lists.join("")}\n` +
      `Name the format with \`--from\`, or bring the runs into the form of labelled traces, one object a line: {"id", "task", "steps": [{"agent", "content"}]}. Formats:${formats.join("")}`,
  );
}

function words(value: unknown): string {
  if (Array.isArray(value)) return `a list of ${value.length}`;
  if (value === null) return "null";
  if (!isFields(value)) return `a ${typeof value}`;
  const names = Object.keys(value);
  if (names.length === 0) return "an empty object";
  const more = names.length > SHOWN_FIELDS ? ` and ${names.length - SHOWN_FIELDS} more` : "";
  return `an object with ${names.slice(0, SHOWN_FIELDS).map(shown).join(", ")}${more}`;
}

function shown(name: string): string {
  return JSON.stringify(name.length <= SHOWN_OF_NAME ? name : `${name.slice(0, SHOWN_OF_NAME)}…`);
}

/** Lists of objects inside a value, those that lie highest first: one of them may be the steps. */
function listsIn(value: unknown): readonly { readonly path: string; readonly list: readonly unknown[] }[] {
  const found: { path: string; list: readonly unknown[] }[] = [];
  const open = [{ path: "", value }];
  for (let at = 0; at < Math.min(open.length, LOOKED_AT); at += 1) {
    const { path, value: inside } = open[at] ?? { path: "", value: undefined };
    if (Array.isArray(inside) && path !== "" && isFields(inside[0])) found.push({ path, list: inside });
    if (!isFields(inside)) continue;
    for (const [name, each] of Object.entries(inside))
      if (open.length < LOOKED_AT) open.push({ path: path === "" ? name : `${path}.${name}`, value: each });
  }
  return found;
}
