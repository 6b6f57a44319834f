import type { AttemptView, RunView, StepView, ThreadView } from "../view/thread-view.ts";
import type { ThreadHit } from "./thread-query.ts";

/** Text of a thread that a search looks through. */
export interface ThreadWords {
  readonly pieces: readonly ThreadHit[];
  /** All of it in lower case, a piece a line. */
  readonly text: string;
  readonly agents: readonly string[];
}

/** Characters of one thread that are looked through; steps come last. */
const CHARACTERS = 256_000;

/**
 * Text that the page shows of a thread: tasks, reasons, notes and steps. A step that an attempt has taken over stands there once.
 *
 * @param contentOf the whole output and tool calls of a step, if more than its summary is known
 */
export function threadWords(
  { runs }: ThreadView,
  contentOf: (run: string, attempt: number, step: number) => string | undefined = () => undefined,
): ThreadWords {
  const pieces: ThreadHit[] = [];
  let left = CHARACTERS;
  const all = [...runs.flatMap(factsOf), ...runs.flatMap((run) => stepsOf(run, contentOf))];
  for (const piece of all) {
    if (piece.text === "" || left <= 0) continue;
    pieces.push({ ...piece, text: piece.text.slice(0, left) });
    left -= piece.text.length;
  }
  return {
    pieces,
    text: pieces.map(({ text }) => text.toLowerCase()).join("\n"),
    agents: [...new Set(runs.flatMap((run) => run.attempts.flatMap(ownSteps).map(({ agent }) => agent)))],
  };
}

function factsOf({ run, task, reason, attempts }: RunView): readonly ThreadHit[] {
  return [
    { what: "task", text: task, run },
    { what: "reason", text: reason, run },
    ...attempts.flatMap((view) => factsOfAttempt(run, view)),
  ];
}

function factsOfAttempt(run: string, view: AttemptView): readonly ThreadHit[] {
  const { attempt, missing, note, outcome, planned, problem, problems = [], proposed, reason, rewind } = view;
  const piece = (what: string, text = "") => ({ what: `${what} of attempt ${attempt}`, text, run, attempt });
  return [
    piece("verdict", outcome?.reason),
    piece("error", outcome?.error && `${outcome.error.name}: ${outcome.error.message}`),
    piece("decision", reason),
    piece("rollback", rewind?.reason ?? planned?.reason ?? proposed?.reason),
    piece("note", note),
    piece("missing steps", missing),
    ...[problem, ...problems].map((each) => piece("problem", each?.message)),
  ];
}

function stepsOf(
  { run, attempts }: RunView,
  contentOf: (run: string, attempt: number, step: number) => string | undefined,
): readonly ThreadHit[] {
  return attempts.flatMap((view) =>
    ownSteps(view).map((step) => {
      const { agent, error, index, summary, tools } = step;
      const said = contentOf(run, view.attempt, index) ?? summary;
      const text = [agent, said, ...tools, ...(error === undefined ? [] : [error])].join(" ");
      const where = attempts.length > 1 ? ` of attempt ${view.attempt}` : "";
      return { what: `step ${index + 1}${where}`, text, run, attempt: view.attempt, step: index };
    }),
  );
}

/** Those before it has taken over. */
const ownSteps = ({ kept, steps }: AttemptView): readonly StepView[] => steps.slice(kept);
