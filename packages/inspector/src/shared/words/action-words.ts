import type { PersonsAction, QueuedOnThread, StartedRun } from "../acting/acting-view.ts";

const WORDS: Readonly<Record<PersonsAction["action"] | StartedRun["action"], string>> = {
  retry: "retried the run",
  approve: "approved the rollback",
  decline: "declined the rollback",
  undo: "undid an effect",
  release: "released a held act",
  discard: "discarded a held act",
  fork: "copied the thread",
  stop: "stopped the run",
  "what-if": "tried the run on a copy",
};

/** An action of a person, to follow their name. Names in it are untrusted. */
export function actionWords({
  action,
  step,
  thread,
}: Pick<PersonsAction | StartedRun, "action"> & {
  readonly step?: number | undefined;
  readonly thread?: string | undefined;
}): string {
  const from = step === undefined ? "" : ` ${action === "fork" ? "up to" : "from"} step ${step + 1}`;
  return `${WORDS[action]}${from}${thread === undefined ? "" : `, as "${thread}"`}`;
}

const OF_QUEUE: Readonly<Record<QueuedOnThread["actions"][number]["action"], string>> = {
  answer: "answered it",
  cancel: "cancelled it",
  retry: "asked for this retry",
};

/** An action of a person on a run of a queue, after the run was named. Names in it are untrusted. */
export function queueActionWords({ action, by, why }: QueuedOnThread["actions"][number]): string {
  return `${by} ${OF_QUEUE[action]}${why === undefined ? "" : ` (${why})`}`;
}
