import type { Imported, TraceReader, Unread } from "../imported.ts";
import { jsonOrUnread } from "../json-or-unread.ts";
import { importedRun } from "../messages/found-run.ts";
import { throwingOnNothing } from "../messages/nothing-read.ts";
import { numbered } from "../messages/numbered.ts";
import { isName, nameIn, RunNames } from "../messages/run-names.ts";
import { given, restOf } from "../messages/fields.ts";
import { isFields } from "../fields.ts";
import { fieldName } from "../published/read-rows.ts";
import { isEvent } from "./autogen-events.ts";
import { isSavedState, savedRuns } from "./saved-state.ts";
import { isTeamRun, taskIn, type TeamRun, teamRunIn } from "./team-run.ts";
import { TeamSteps } from "./team-steps.ts";

/** A run that is being read. */
interface OpenRun {
  readonly steps: TeamSteps;
  readonly beside: TeamRun["beside"];
}

/** Fields of a run that a trajectory has a place for. */
const READ: ReadonlySet<string> = new Set(["task", "question", "ground_truth", "system_prompt"]);

/**
 * Runs of AutoGen's teams: messages and events of `autogen_agentchat`, alone, in the result of a task, in a dump of events or in what `save_state`
 * gives; logs of Magentic-One; and chats of AG2, whose messages have `role` and `name`. Messages that follow each other in the file without a
 * list are one run. Each message is a step, each result of a tool one. Questions to a person and pieces of a message are none.
 *
 * `is_correct` is the outcome. Ids are the file's name, with the run's own name or its number.
 */
export const fromAutogen: TraceReader = throwingOnNothing(
  "messages with `type` and `source`, or with `role` and `content`",
  async function* (file, tell) {
    const names = new RunNames();
    for await (const { number, value } of numbered(runsIn(file, tell)))
      yield imported(value, file.stem, names, number);
  },
);

/** Whether a value is a message or an event, or holds them. */
export function isAutogen(first: unknown): boolean {
  return isEvent(first) || isSavedState(first) || isTeamRun(first);
}

/** The runs that one value holds; `undefined` of a message, and of what is none. */
function runsOf(value: unknown): readonly TeamRun[] | undefined {
  if (isEvent(value)) return undefined;
  const run = teamRunIn(value);
  return savedRuns(value) ?? (run === undefined ? undefined : [run]);
}

async function* runsIn(
  file: Parameters<TraceReader>[0],
  tell: (unread: Unread) => void,
): AsyncGenerator<OpenRun> {
  let loose: TeamSteps | undefined;
  for await (const part of file.parts()) {
    const read = jsonOrUnread(part, tell);
    if (read === undefined) continue;
    const { line } = part;
    const runs = runsOf(read.value);
    if (runs === undefined) {
      loose ??= new TeamSteps();
      loose.add(read.value, { line, path: [] }, tell);
      continue;
    }
    for (const run of runs) {
      const isRepeated = loose !== undefined && run.messages.length > 0 && loose.hasRead(run.messages);
      if (loose !== undefined && loose.steps.length > 0)
        yield { steps: loose, beside: isRepeated ? run.beside : {} };
      loose = undefined;
      if (isRepeated) continue;
      const steps = new TeamSteps();
      for (const [at, message] of run.messages.entries())
        steps.add(message, { line, path: [...run.path, at] }, tell);
      if (steps.steps.length > 0) yield { steps, beside: run.beside };
      else tell({ line, field: fieldName(run.path), reason: "Expected messages, got none." });
    }
    if (runs.length === 0) tell({ line, field: "", reason: "Expected messages, got none." });
  }
  if (loose !== undefined && loose.steps.length > 0) yield { steps: loose, beside: {} };
}

function imported(
  { beside, steps }: OpenRun,
  stem: string,
  names: RunNames,
  number: number | undefined,
): Imported {
  const own = [beside["id"], beside["chat_id"], beside["task_id"]].find(isName);
  const { ground_truth: truth, is_correct: correct, system_prompt: prompts } = beside;
  const instructions = new Map(steps.instructions);
  for (const [agent, text] of Object.entries(isFields(prompts) ? prompts : {}))
    if (typeof text === "string") instructions.set(agent, [text]);
  const run = importedRun("autogen", {
    id: names.of(nameIn(stem, own, number)),
    task: taskIn(beside) ?? steps.task,
    instructions,
    ...(typeof correct === "boolean" ? { outcome: { ok: correct } } : {}),
    steps: steps.steps,
    fields: { ...restOf(beside, READ), ...given({ modelCalls: steps.modelCalls }) },
  });
  return typeof truth === "string" || typeof truth === "number" ? { ...run, groundTruth: `${truth}` } : run;
}
