import { Annotation } from "@langchain/langgraph";

import type { Kit } from "./shape.ts";

/** State of most shapes: a log that grows, and the note. */
export const LogState = Annotation.Root({
  log: Annotation<string[]>({ reducer: (kept, added) => kept.concat(added), default: () => [] }),
  note: Annotation<string>({ reducer: (_, latest) => latest, default: () => "" }),
});

type LogValues = typeof LogState.State;

/** A node that counts itself and logs its name. */
export const logs = (kit: Kit, name: string) => (): { log: string[] } => {
  kit.ran(name);
  return { log: [name] };
};

/** A node that errs until the state holds a note. */
export const errs =
  (kit: Kit, name: string) =>
  ({ note }: Pick<LogValues, "note">): { log: string[] } => {
    kit.ran(name);
    return { log: [`${name}: ${kit.verdict(note !== "")}`] };
  };

export const logInput = { log: ["in"] };
