import type { ThreadView } from "../view/thread-view.ts";
import { printable } from "./printable.ts";

/** Parts of a thread that cannot be read, and the reason, in a line; `undefined` if all of it can. */
export function unreadableWords({ id, unreadable = [] }: ThreadView): string | undefined {
  const [first] = unreadable;
  if (first === undefined) return undefined;
  const others = unreadable.length - 1;
  const more =
    others === 0
      ? ""
      : ` ${others} more ${others === 1 ? "part of it cannot" : "parts of it cannot"} be read.`;
  return `Thread "${printable(id)}": ${printable(first.message)}${more}`;
}
