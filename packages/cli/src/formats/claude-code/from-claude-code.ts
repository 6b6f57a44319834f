import type { Imported, TraceReader, Unread } from "../imported.ts";
import { importedRun } from "../messages/found-run.ts";
import { throwingOnNothing } from "../messages/nothing-read.ts";
import { attemptName, RunNames, sessionName } from "../messages/run-names.ts";
import { given } from "../messages/fields.ts";
import { shapedOrUnread } from "../told-shape.ts";
import { isFields } from "../fields.ts";
import { type RunValues, valuesByRun } from "../values-by-run.ts";
import { type Branch, branchesOf, type PlacedLine } from "./conversation-tree.ts";
import { isSessionLine, sessionLine, type SessionLine, sessionOf } from "./session-line.ts";
import { stepsOf } from "./session-steps.ts";
import { isSubAgents, type SubAgent, subAgentsOf } from "./sub-agents.ts";

/** Types of lines that say something. */
const TURNS: ReadonlySet<unknown> = new Set(["user", "assistant"]);

/** A person goes back a few times. More branches would repeat their common beginning without end. */
const MOST_BRANCHES = 200;

/**
 * Sessions of Claude Code: one object a line. The model's answer is one step, whatever lines it is split into, each result of a tool is one, and
 * sub agents' steps stand between those of the agent that started them.
 *
 * Where a person went back, the branch that was left stays in the file: each is an attempt of its own, and the last attempt
 * is the accepted one. The run's id is the session's.
 */
export const fromClaudeCode: TraceReader = throwingOnNothing(
  "lines of a session with `type`, `uuid` and `message`",
  async function* (file, tell) {
    const names = new RunNames();
    const sessions = valuesByRun(file, runByParent(), tell);
    // Lines that name no session, and stand before the first that does: what a file begins with.
    let head: RunValues["values"] = [];
    for await (const { run, values } of sessions) {
      if (run === "" && !values.some(({ value }) => isFields(value) && TURNS.has(value["type"])))
        head = values;
      else {
        yield* importedSession({ run, values: [...head, ...values] }, file.stem, names, tell);
        head = [];
      }
    }
  },
);

/** Whether a value is a line of a session. */
export function isClaudeCode(first: unknown): boolean {
  return isSessionLine(first);
}

/** The run of each line: that of the line before it in the conversation, so that a session that another one continues is one run with it. */
function runByParent(): (value: unknown) => readonly string[] {
  const runs = new Map<string, string>();
  let last = "";
  return (value) => {
    if (!isFields(value)) return [last];
    const { parentUuid, sessionId, session_id: streamed, uuid } = value;
    const above = typeof parentUuid === "string" ? runs.get(parentUuid) : undefined;
    const session = [sessionId, streamed].find((each) => typeof each === "string");
    const run = above ?? (typeof session === "string" ? session : last);
    if (typeof uuid === "string" && !runs.has(uuid)) runs.set(uuid, run);
    last = run;
    return [run];
  };
}

function* importedSession(
  { run: session, values }: RunValues,
  stem: string,
  names: RunNames,
  tell: (unread: Unread) => void,
): Generator<Imported> {
  const lines = linesOf(values, tell);
  const hasMain = lines.some(({ line }) => isTurn(line) && !isSubAgents(line));
  const main = lines.filter(({ line }) => !hasMain || !isSubAgents(line));
  const side = hasMain ? lines.filter(({ line }) => isSubAgents(line)) : [];
  const agents = subAgentsOf(side, main);
  const all = branchesOf(main).filter((branch) => branch.lines.some(({ line }) => isTurn(line)));
  const branches = all.slice(-MOST_BRANCHES);
  if (branches.length < all.length)
    tell({
      line: values[0]?.line ?? 1,
      field: "",
      reason: `Expected at most ${MOST_BRANCHES} branches in a session, got ${all.length}. The last ones were read.`,
    });
  const latest = main.map(({ line }) => sessionOf(line)).findLast((each) => each !== undefined);
  const known = latest ?? session;
  if (branches.length === 0) return;
  const name = names.of(known === "" ? stem : sessionName(stem, known));
  const fields = fieldsOf(lines.map(({ line }) => line));
  for (const [at, branch] of branches.entries()) {
    const steps = stepsOf(branch.lines, agentsOf(branch, agents));
    if (steps.length === 0) continue;
    const next = branches[at + 1];
    yield importedRun("claude-code", {
      id: attemptName(name, at + 1, branches.length),
      run: name,
      ...(branches.length === 1 ? {} : { attempt: at + 1 }),
      task: steps.find(({ step }) => step.kind === "user")?.step.content ?? "",
      steps,
      fields: {
        ...fields,
        ...(next === undefined ? {} : { leftBehind: true, keptSteps: keptOf(branch, next, agents) }),
      },
    });
  }
}

/** The lines that have the shape of one, each uuid once. */
function linesOf(values: RunValues["values"], tell: (unread: Unread) => void): readonly PlacedLine[] {
  const seen = new Set<string>();
  return values.flatMap(({ line: number, value }, place) => {
    const line = shapedOrUnread(value, sessionLine, { line: number, path: [] }, tell);
    if (line === undefined) return [];
    const { uuid } = line;
    if (typeof uuid === "string" && seen.has(uuid)) {
      tell({ line: number, field: "uuid", reason: "Expected each line once, got one that stands before." });
      return [];
    }
    if (typeof uuid === "string") seen.add(uuid);
    return [{ line, place }];
  });
}

function isTurn({ type }: SessionLine): boolean {
  return TURNS.has(type);
}

/** The sub agents whose calls stand in a branch; one whose call is not known is of the branch that the line before it is of. */
function agentsOf({ lines }: Branch, agents: readonly SubAgent[]): readonly SubAgent[] {
  const places = new Set(lines.map(({ place }) => place));
  const calls = new Set(lines.flatMap(({ line }) => usesIn(line)));
  const taken = new Set<SubAgent>();
  // An agent may be started by one that comes later in the file: each round takes those that the round before starts.
  for (let isNew = true; isNew;) {
    isNew = false;
    for (const agent of agents) {
      const isOf = agent.call === undefined ? places.has(agent.after) : calls.has(agent.call);
      if (!isOf || taken.has(agent)) continue;
      taken.add(agent);
      isNew = true;
      for (const { line } of agent.lines) for (const use of usesIn(line)) calls.add(use);
    }
  }
  return agents.filter((agent) => taken.has(agent));
}

function usesIn({ message }: SessionLine): readonly unknown[] {
  const content = message?.content;
  return Array.isArray(content)
    ? content.filter(({ type }) => type === "tool_use").map((block) => block["id"])
    : [];
}

/** Steps that two branches begin with. */
function keptOf(one: Branch, other: Branch, agents: readonly SubAgent[]): number {
  const places = new Set(other.lines.map(({ place }) => place));
  const kept = { lines: one.lines.filter(({ place }) => places.has(place)) };
  return stepsOf(kept.lines, agentsOf(kept, agents)).length;
}

/** Fields of the whole session, from its lines. */
function fieldsOf(lines: readonly SessionLine[]): Readonly<Record<string, unknown>> {
  const first = (name: string): unknown =>
    lines.find((line) => line[name] !== undefined && line[name] !== null)?.[name];
  const summaries = lines.filter(({ type }) => type === "summary").map((line) => line["summary"]);
  const result = lines.findLast(({ type }) => type === "result");
  return given({
    version: first("version"),
    cwd: first("cwd"),
    gitBranch: first("gitBranch"),
    forkedFrom: first("forkedFrom"),
    agentId: lines.every(({ isSidechain, type }) => isSidechain === true || type === "summary")
      ? first("agentId")
      : undefined,
    summaries: summaries.length === 0 ? undefined : summaries,
    result,
  });
}
