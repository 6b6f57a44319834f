import type { Step, Trajectory } from "@langgraph-rollback/attribution/trajectory";
import type { Imported, Unread } from "../imported.ts";
import { jsonIn, textIn } from "../fields.ts";
import { further } from "./left-over.ts";
import { ownStep } from "./own-step.ts";
import { contentText } from "../spans/message.ts";
import { spanMessages } from "./span-messages.ts";
import type { Span } from "./span.ts";
import { spanTree } from "./span-tree.ts";

/** A number of an attribute: a count or a place, from 0. */
function countIn({ attributes }: Span, name: string): number | undefined {
  const value = attributes.get(name);
  return typeof value === "number" && Number.isSafeInteger(value) && value >= 0 ? value : undefined;
}

/** Id of the run of ours that a span tells of. */
export const ownRunId = ({ attributes }: Span): string | undefined =>
  textIn(attributes.get("langgraph_rollback.run"));

/** A step of an attempt, and the system prompt of its agent where it is told. */
interface Placed {
  readonly step: Step;
  readonly prompt: string | undefined;
}

/** The steps of an attempt; nothing at the place of one that no span tells of. */
type Places = readonly (Placed | undefined)[];

/** The spans of one attempt: parts of it in several calls, and its steps. */
interface Parts {
  readonly spans: readonly Span[];
  readonly steps: readonly Span[];
}

/** Steps that are read of one attempt: a number above is a mistake, or means harm. */
const MOST_STEPS = 100_000;

/** The attempts of a run that telemetry or `export --to otlp` has told of. A retry has the steps that it kept from the attempt that it was made of. */
export function ownRun(
  run: string,
  spans: readonly Span[],
  tell: (unread: Unread) => void,
): readonly Imported[] {
  const ordered = spanTree(spans.filter((span) => ownRunId(span) === run)).spans;
  const calls = ordered.filter((span) => countIn(span, "langgraph_rollback.attempt") === undefined);
  const known = new Map<number, Places>();
  return [...attemptsIn(ordered)].flatMap(([attempt, parts]) => {
    const of = { run, attempt, parts, calls };
    const before = known.get(
      parts.spans
        .map((span) => countIn(span, "langgraph_rollback.fork_of"))
        .find((number) => number !== undefined) ?? 0,
    );
    const placed = placedSteps(parts, before ?? []);
    known.set(attempt, placed);
    const present = placed.flatMap((each) => each ?? []);
    const line = parts.spans[0]?.line ?? parts.steps[0]?.line ?? 1;
    if (present.length < placed.length)
      tell({
        line,
        field: "",
        reason: `${placed.length - present.length} steps of attempt ${attempt} are missing.`,
      });
    return present.length === 0 ? [] : [importedOf(of, present)];
  });
}

function attemptsIn(spans: readonly Span[]): ReadonlyMap<number, Parts> {
  const found = new Map<number, { spans: Span[]; steps: Span[] }>();
  for (const span of spans) {
    const attempt = countIn(span, "langgraph_rollback.attempt");
    if (attempt === undefined) continue;
    const parts = found.get(attempt) ?? { spans: [], steps: [] };
    found.set(attempt, parts);
    (countIn(span, "langgraph_rollback.step.index") === undefined ? parts.spans : parts.steps).push(span);
  }
  return new Map([...found].toSorted(([one], [other]) => one - other));
}

/** Its own steps at their places, and those of the attempt before at the others. A step that ran again counts once. */
function placedSteps({ spans, steps }: Parts, before: Places): Places {
  const own = new Map<number, Placed>();
  const prompts = promptsIn(steps);
  for (const span of steps) {
    const index = countIn(span, "langgraph_rollback.step.index");
    if (index === undefined || index >= MOST_STEPS) continue;
    const step = ownStep(span, index);
    own.set(index, { step, prompt: prompts.get(step.agent) });
  }
  const told = spans
    .map((span) => countIn(span, "langgraph_rollback.kept"))
    .find((count) => count !== undefined);
  const from = spans
    .map((span) => countIn(span, "langgraph_rollback.rewind.from_step"))
    .find((step) => step !== undefined);
  const end = [...own.keys()].reduce((most, index) => Math.max(most, index + 1), 0);
  const all = told === undefined ? Math.min(from ?? 0, before.length) : Math.min(told + own.size, MOST_STEPS);
  const length = Math.max(end, all);
  return Array.from({ length }, (_, index) => own.get(index) ?? before[index]);
}

interface Attempt {
  readonly run: string;
  readonly attempt: number;
  readonly parts: Parts;
  readonly calls: readonly Span[];
}

function importedOf({ attempt, calls, parts, run }: Attempt, placed: readonly Placed[]): Imported {
  const { spans } = parts;
  const [first] = [...spans, ...parts.steps];
  const thread = textIn(first?.attributes.get("gen_ai.conversation.id"));
  const about = new Map([...spans, ...calls].toReversed().flatMap(({ attributes }) => [...attributes]));
  const told = Object.entries(Object.fromEntries(about)).filter(([name]) =>
    name.startsWith("langgraph_rollback."),
  );
  return {
    trajectory: {
      id: `${run}/attempt-${attempt}`,
      task: taskOf([...spans, ...calls]),
      ...instructionsOf(placed),
      steps: placed.map(({ step }, index) => ({ ...step, index })),
      ...outcomeOf(spans),
    },
    origin: {
      format: "otlp",
      run,
      attempt,
      fields: { ...(thread === undefined ? {} : { thread }), ...Object.fromEntries(told), ...further(about) },
    },
  };
}

function taskOf(spans: readonly Span[]): string {
  const said = spans.flatMap((span) => spanMessages(span).input).find(({ role }) => role === "user");
  return said?.text ?? "";
}

/** The system prompts of agents, as their first steps tell them. */
function promptsIn(steps: readonly Span[]): ReadonlyMap<string, string> {
  const told = new Map<string, string>();
  for (const span of steps) {
    const prompt = contentText(jsonIn(span.attributes.get("gen_ai.system_instructions")));
    const agent = textIn(span.attributes.get("gen_ai.agent.name")) ?? "";
    if (prompt !== "" && !told.has(agent)) told.set(agent, prompt);
  }
  return told;
}

function instructionsOf(placed: readonly Placed[]): Pick<Trajectory, "instructions"> {
  const told = placed.flatMap(({ prompt, step }) =>
    prompt === undefined ? [] : [[step.agent, prompt] as const],
  );
  return told.length === 0 ? {} : { instructions: Object.fromEntries(told) };
}

/** The verdict on the attempt, as its last part has it. */
function outcomeOf(spans: readonly Span[]): Pick<Trajectory, "outcome"> {
  const verdict = spans
    .flatMap(({ events }) => events)
    .findLast(
      ({ attributes, name }) =>
        name === "gen_ai.evaluation.result" && attributes.get("gen_ai.evaluation.name") === "verify",
    )?.attributes;
  const label = verdict?.get("gen_ai.evaluation.score.label");
  if (label !== "pass" && label !== "fail") return {};
  const reason = verdict?.get("gen_ai.evaluation.explanation");
  const verifier = verdict?.get("langgraph_rollback.verifier");
  return {
    outcome: {
      ok: label === "pass",
      ...(typeof reason === "string" ? { reason } : {}),
      ...(typeof verifier === "string" ? { verifier } : {}),
    },
  };
}
