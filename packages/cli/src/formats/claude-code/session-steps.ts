import type { Step } from "@langgraph-rollback/attribution/trajectory";
import type { FoundStep } from "../messages/found-run.ts";
import { isoTime } from "../iso-time.ts";
import { given } from "../messages/fields.ts";
import { textOf } from "../messages/text-of.ts";
import { CalledTools, toolCall } from "../messages/tool-call.ts";
import type { PlacedLine } from "./conversation-tree.ts";
import { type Block, blocksOf, type SessionLine } from "./session-line.ts";
import { startedBy, type SubAgent } from "./sub-agents.ts";

/** The agent that people talk to. */
const MAIN = "claude-code";

/** A step at its place in the session. */
interface PlacedStep extends FoundStep {
  readonly place: number;
}

/** Lines of one message of the model, or one other line. */
type Turn = readonly [PlacedLine, ...PlacedLine[]];

/**
 * The steps of a branch, with those of its sub agents where they stand in the file. Lines of one message of the model are one step, and
 * each result of a tool is one.
 */
export function stepsOf(lines: readonly PlacedLine[], agents: readonly SubAgent[]): readonly FoundStep[] {
  const main = agentSteps(lines, MAIN, undefined);
  const others = agents.flatMap((agent) => agentSteps(agent.lines, agent.name, agent));
  const all = [...main, ...others].toSorted((one, other) => one.place - other.place);
  return all.map(({ fields, step }) => ({ fields, step }));
}

function agentSteps(
  lines: readonly PlacedLine[],
  agent: string,
  sub: SubAgent | undefined,
): readonly PlacedStep[] {
  const tools = new CalledTools();
  let isFirst = true;
  return turnsOf(lines).flatMap((turn) => {
    const [{ line, place }] = turn;
    if (line.type === "assistant") return [answerOf(turn, agent, tools)];
    if (line.type !== "user") return [];
    const asked = isFirst ? sub : undefined;
    isFirst = false;
    // A sub agent's request stands in the call that starts it.
    return userSteps(line, agent, asked, tools)
      .filter(() => asked?.call === undefined)
      .map((step) => ({ ...step, place }));
  });
}

function turnsOf(lines: readonly PlacedLine[]): readonly Turn[] {
  const turns: [PlacedLine, ...PlacedLine[]][] = [];
  const byMessage = new Map<string, PlacedLine[]>();
  for (const placed of lines) {
    const id = placed.line.type === "assistant" ? placed.line.message?.id : undefined;
    const begun = typeof id === "string" ? byMessage.get(id) : undefined;
    if (begun !== undefined) begun.push(placed);
    else {
      const turn: [PlacedLine] = [placed];
      turns.push(turn);
      if (typeof id === "string") byMessage.set(id, turn);
    }
  }
  return turns;
}

function answerOf(turn: Turn, agent: string, tools: CalledTools): PlacedStep {
  const [{ line, place }] = turn;
  const last = turn.at(-1)?.line ?? line;
  const blocks = turn.flatMap((each) => blocksOf(each.line));
  const uses = blocks.filter(isUse);
  const toolCalls = uses.map((block) =>
    toolCall(textOf(block["name"]) || "tool", block["input"], block["id"]),
  );
  tools.add(toolCalls);
  const thoughts = blocks.filter(({ type }) => type === "thinking").map((block) => textOf(block["thinking"]));
  const content = textOf(blocks.filter((block) => !isUse(block) && !THOUGHTS.has(block.type)));
  const started = new Set(uses.map(startedBy).filter((name) => name !== undefined));
  const [to] = started.size === 1 ? started : [];
  const error = line.isApiErrorMessage === true ? { error: { name: "ApiError", message: content } } : {};
  return {
    place,
    step: {
      agent,
      ...(to === undefined ? {} : { to }),
      content,
      kind: "model",
      ...(toolCalls.length === 0 ? {} : { toolCalls }),
      ...error,
      ...timesOf(line, last),
    },
    fields: given({
      ...idsOf(line),
      messageId: line.message?.id,
      model: line.message?.["model"],
      stopReason: last.message?.["stop_reason"],
      usage: last.message?.["usage"],
      thinking: thoughts.length === 0 ? undefined : thoughts.join("\n"),
    }),
  };
}

const THOUGHTS: ReadonlySet<string> = new Set(["thinking", "redacted_thinking"]);

function isUse({ type }: Block): boolean {
  return type === "tool_use" || type === "server_tool_use" || type === "mcp_tool_use";
}

/** The results of tools in a line of the user's side, and what was said beside them. */
function userSteps(
  line: SessionLine,
  agent: string,
  asked: SubAgent | undefined,
  tools: CalledTools,
): readonly FoundStep[] {
  const blocks = blocksOf(line);
  const results = blocks.filter(({ type }) => type === "tool_result");
  const said = blocks.filter(({ type }) => type !== "tool_result");
  const steps = results.map((block) => resultOf(block, line, agent, tools));
  if (said.length === 0) return steps;
  const step = { ...actorOf(line, agent, asked), content: textOf(said), ...timesOf(undefined, line) };
  return [...steps, { step, fields: given(idsOf(line)) }];
}

/** A person, unless the program wrote the line, or another agent asked. */
function actorOf(
  line: SessionLine,
  agent: string,
  asked: SubAgent | undefined,
): Pick<Step, "agent" | "kind" | "purpose" | "to"> {
  if (asked !== undefined) return { agent: MAIN, to: agent, kind: "other" };
  if (line.isCompactSummary === true) return { agent, purpose: "compaction", kind: "other" };
  if (line.isMeta === true) return { agent: MAIN, purpose: "context", kind: "other" };
  return { agent: "user", kind: "user" };
}

function resultOf(block: Block, line: SessionLine, agent: string, tools: CalledTools): FoundStep {
  const { content, is_error: failed, tool_use_id: id } = block;
  const text = textOf(content);
  return {
    step: {
      agent: tools.nameOf(id) ?? "tool",
      content: text,
      kind: "tool",
      ...(failed === true ? { error: { name: "ToolError", message: text } } : {}),
      ...timesOf(undefined, line),
    },
    fields: given({ ...idsOf(line), toolCallId: id, of: agent }),
  };
}

function idsOf({ agentId, uuid }: SessionLine): Readonly<Record<string, unknown>> {
  return { uuid, agentId };
}

/** Lines have the time of their writing: of a message in several lines the first and the last are known. */
function timesOf(first: SessionLine | undefined, last: SessionLine): Pick<Step, "startedAt" | "endedAt"> {
  const end = isoTime(last["timestamp"]);
  const start = first === undefined || first === last ? undefined : isoTime(first["timestamp"]);
  return {
    ...(start === undefined ? {} : { startedAt: start }),
    ...(end === undefined ? {} : { endedAt: end }),
  };
}
