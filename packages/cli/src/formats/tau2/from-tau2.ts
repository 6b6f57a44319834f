import type { Trajectory } from "@langgraph-rollback/attribution/trajectory";
import { fieldsOf } from "../fields.ts";
import type { Imported, TraceReader, Unread } from "../imported.ts";
import { jsonOrUnread } from "../json-or-unread.ts";
import { restOf } from "../messages/fields.ts";
import { importedRun, instruct } from "../messages/found-run.ts";
import { throwingOnNothing } from "../messages/nothing-read.ts";
import { numbered } from "../messages/numbered.ts";
import { isName, nameIn, RunNames } from "../messages/run-names.ts";
import { fieldName } from "../published/read-rows.ts";
import { type Simulation, simulationsIn } from "./simulation.ts";
import { AGENT, SimulationSteps } from "./simulation-steps.ts";

/** A simulation with its steps. */
interface ReadSimulation extends Simulation {
  readonly steps: SimulationSteps;
}

/** Fields of a simulation that a trajectory has a place for. */
const READ: ReadonlySet<string> = new Set(["messages", "ticks", "policy"]);

/** Ends of a run that tau2-bench counts in no figure: it broke off for another reason than the agent. */
const NOT_JUDGED: ReadonlySet<unknown> = new Set(["infrastructure_error", "context_window_exceeded"]);

/**
 * tau2-bench's simulations: files with results, or one simulation a file. Each message is a step, of the agent, of the simulated user, or of a
 * tool that one of them called. The domain's policy is the agent's instruction.
 *
 * A reward of 0 or 1 is the outcome. Ids are the file's name with task and trial.
 */
export const fromTau2: TraceReader = throwingOnNothing(
  "simulations with `task_id`, `termination_reason` and `messages`",
  async function* (file, tell) {
    const names = new RunNames();
    for await (const { number, value } of numbered(readSimulations(file, tell)))
      yield imported(value, file.stem, names, number);
  },
);

async function* readSimulations(
  file: Parameters<TraceReader>[0],
  tell: (unread: Unread) => void,
): AsyncGenerator<ReadSimulation> {
  for await (const part of file.parts()) {
    const read = jsonOrUnread(part, tell);
    if (read === undefined) continue;
    const { line } = part;
    const found = simulationsIn(read.value);
    if (found === undefined) tell({ line, field: "", reason: "Expected a simulation, or `simulations`." });
    for (const simulation of found ?? []) {
      const { path, value } = simulation;
      const messages = value["messages"];
      if (!Array.isArray(messages)) {
        const isVoice = Array.isArray(value["ticks"]);
        const got = isVoice ? "the ticks of a voice run, which are not read" : "none";
        tell({ line, field: fieldName([...path, "messages"]), reason: `Expected messages, got ${got}.` });
        continue;
      }
      const steps = new SimulationSteps();
      for (const [at, message] of messages.entries())
        steps.add(message, { line, path: [...path, "messages", at] }, tell);
      if (steps.steps.length > 0) yield { ...simulation, steps };
      else tell({ line, field: fieldName([...path, "messages"]), reason: "Expected messages, got none." });
    }
  }
}

function imported(
  { about, policy, steps, ticket, value }: ReadSimulation,
  stem: string,
  names: RunNames,
  number: number | undefined,
): Imported {
  const instructions = new Map<string, string[]>();
  if (policy !== undefined) instruct(instructions, AGENT, policy);
  for (const text of steps.instructions.get(AGENT) ?? []) instruct(instructions, AGENT, text);
  const outcome = outcomeOf(value);
  return importedRun("tau2", {
    id: names.of(nameIn(stem, ownName(value), number)),
    task: steps.task || (ticket ?? ""),
    instructions,
    steps: steps.steps,
    ...(outcome === undefined ? {} : { outcome }),
    fields: { ...restOf(value, READ), ...about },
  });
}

function ownName({ task_id: task, trial }: Simulation["value"]): string | undefined {
  if (!isName(task)) return undefined;
  return isName(trial) ? `${task}:${trial}` : `${task}`;
}

/** A reward between 0 and 1 is no verdict. */
function outcomeOf({
  reward_info: info,
  termination_reason: end,
}: Simulation["value"]): Trajectory["outcome"] {
  const { reward } = fieldsOf(info);
  return (reward === 0 || reward === 1) && !NOT_JUDGED.has(end) ? { ok: reward === 1 } : undefined;
}
