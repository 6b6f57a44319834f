import type { Imported, TraceReader } from "../imported.ts";
import { jsonOrUnread } from "../json-or-unread.ts";
import { importedRun } from "../messages/found-run.ts";
import { throwingOnNothing } from "../messages/nothing-read.ts";
import { attemptName, RunNames, sessionName } from "../messages/run-names.ts";
import { shapedOrUnread } from "../told-shape.ts";
import { currentLine, isRolloutLine, type Payload, type RolloutLine, rolloutLine } from "./rollout-line.ts";
import { SessionReader } from "./session-reader.ts";

/** A session that is being read. */
interface OpenSession {
  readonly ids: Set<unknown>;
  readonly reader: SessionReader;
  readonly id: string | undefined;
}

/**
 * Sessions of Codex: one object a line, with `timestamp`, `type` and `payload`. What the model gave until a tool answered is one step, and each
 * result of a tool one. Turns that were rolled back stay in the file: each time the steps until then are an attempt of their own, and
 * the last attempt is the accepted one.
 *
 * A fork begins with the lines of the session that it is of: they are its own. The run's id is the session's.
 */
export const fromCodex: TraceReader = throwingOnNothing(
  "lines of a session with `timestamp`, `type` and `payload`",
  async function* (file, tell) {
    const names = new RunNames();
    let open: OpenSession | undefined;
    for await (const part of file.parts()) {
      const read = jsonOrUnread(part, tell);
      if (read === undefined) continue;
      const place = { line: part.line, path: [] };
      const line = shapedOrUnread(currentLine(read.value), rolloutLine, place, tell);
      if (line === undefined) continue;
      if (line.type !== "session_meta") {
        open ??= opened({});
        open.reader.add(line, place, tell);
      } else if (open === undefined || !isSame(open, line)) {
        if (open !== undefined) yield* importedSession(open, file.stem, names);
        open = opened(line.payload);
      }
    }
    if (open !== undefined) yield* importedSession(open, file.stem, names);
  },
);

/** Whether a value is a line of a session. */
export function isCodex(first: unknown): boolean {
  return isRolloutLine(first);
}

function opened(meta: Payload): OpenSession {
  const { forked_from_id: forked, id } = meta;
  const reader = new SessionReader(meta);
  return { ids: new Set([id, forked]), reader, id: typeof id === "string" && id !== "" ? id : undefined };
}

/** Whether a head repeats the session's own, or is that of the session it was forked from. */
function isSame({ id: own, ids }: OpenSession, { payload }: RolloutLine): boolean {
  const { forked_from_id: forked, id } = payload;
  if (own === undefined || !ids.has(id)) return false;
  ids.add(forked);
  return true;
}

function* importedSession({ id, reader }: OpenSession, stem: string, names: RunNames): Generator<Imported> {
  reader.end();
  const attempts = reader.turns.attempts().filter(({ steps }) => steps.length > 0);
  if (attempts.length === 0) return;
  const run = names.of(id === undefined ? stem : sessionName(stem, id));
  for (const [at, { kept, steps }] of attempts.entries())
    yield importedRun("codex", {
      id: attemptName(run, at + 1, attempts.length),
      run,
      ...(attempts.length === 1 ? {} : { attempt: at + 1 }),
      task: steps.find(({ step }) => step.kind === "user")?.step.content ?? "",
      instructions: reader.instructions,
      steps,
      fields: { ...reader.fields, ...(kept === undefined ? {} : { leftBehind: true, keptSteps: kept }) },
    });
}
