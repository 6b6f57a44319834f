import { isFields } from "../fields.ts";
import { textOf } from "../messages/text-of.ts";
import type { PlacedLine } from "./conversation-tree.ts";
import { type Block, blocksOf, type SessionLine } from "./session-line.ts";

/** The lines of one sub agent. */
export interface SubAgent {
  /** Name of its kind, or its id. */
  readonly name: string;
  readonly lines: readonly PlacedLine[];
  /** Id of the tool call that started it, where that is known. */
  readonly call: string | undefined;
  /** Place of the main agent's line before its first one, -1 if there is none. */
  readonly after: number;
}

/** Whether a line is a sub agent's. */
export function isSubAgents(line: SessionLine): boolean {
  return line.isSidechain === true || typeof line.parent_tool_use_id === "string";
}

/**
 * The sub agents of a session, each with the call that started it: by the id in the call's result, by the call's id in the lines, or else by
 * the same prompt.
 *
 * @param main the lines of the agent that starts them
 */
export function subAgentsOf(side: readonly PlacedLine[], main: readonly PlacedLine[]): readonly SubAgent[] {
  const lines = [...main, ...side];
  const calls = callsIn(lines);
  const byAgent = agentsByCall(lines);
  const free = idsByPrompt(calls);
  return [...chainsOf(side)].map(([key, chain]) => {
    const named = [key, byAgent.get(key)].find((id) => id !== undefined && calls.has(id));
    const call = named ?? free.get(promptOf(chain))?.shift();
    return {
      name: nameOf(call === undefined ? undefined : calls.get(call), chain, key),
      lines: chain,
      call,
      after: placeBefore(main, chain[0]?.place ?? 0),
    };
  });
}

/** The place of the last of the lines, which are in order, before another place. */
function placeBefore(lines: readonly PlacedLine[], place: number): number {
  let [low, high] = [0, lines.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((lines[middle]?.place ?? place) < place) low = middle + 1;
    else high = middle;
  }
  return lines[low - 1]?.place ?? -1;
}

/** Calls by their prompts, in their order. */
function idsByPrompt(calls: ReadonlyMap<string, Block>): ReadonlyMap<string, string[]> {
  const ids = new Map<string, string[]>();
  for (const [id, block] of calls) {
    const prompt = promptIn(block) ?? "";
    const known = ids.get(prompt);
    if (known === undefined) ids.set(prompt, [id]);
    else known.push(id);
  }
  return ids;
}

/** Name of the sub agent that a call starts. */
export function startedBy({ input }: Block): string | undefined {
  const kind = isFields(input) ? input["subagent_type"] : undefined;
  return typeof kind === "string" && kind !== "" ? kind : undefined;
}

/** Lines by agent: by its id, the call that it answers, or the first line that its lines lead back to. */
function chainsOf(side: readonly PlacedLine[]): ReadonlyMap<string, readonly PlacedLine[]> {
  const chains = new Map<string, PlacedLine[]>();
  const keys = new Map<string, string>();
  for (const placed of side) {
    const { agentId, parent_tool_use_id: call, parentUuid, uuid } = placed.line;
    const above = typeof parentUuid === "string" ? keys.get(parentUuid) : undefined;
    const key = call ?? agentId ?? above ?? `${uuid ?? placed.place}`;
    if (typeof uuid === "string") keys.set(uuid, key);
    const chain = chains.get(key);
    if (chain === undefined) chains.set(key, [placed]);
    else chain.push(placed);
  }
  return chains;
}

/** Tool calls that may start an agent, by id. */
function callsIn(lines: readonly PlacedLine[]): ReadonlyMap<string, Block> {
  const blocks = lines.flatMap(({ line }) => blocksOf(line));
  const calls = blocks.filter((block) => block.type === "tool_use" && promptIn(block) !== undefined);
  return new Map(calls.flatMap((block) => (typeof block["id"] === "string" ? [[block["id"], block]] : [])));
}

/** Calls by the id of the agent that their results name. */
function agentsByCall(lines: readonly PlacedLine[]): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const { line } of lines) {
    const result = line["toolUseResult"];
    const agent = isFields(result) ? result["agentId"] : undefined;
    const call = blocksOf(line).find(({ type }) => type === "tool_result")?.["tool_use_id"];
    if (typeof agent === "string" && typeof call === "string") found.set(agent, call);
  }
  return found;
}

function promptIn({ input }: Block): string | undefined {
  return isFields(input) && typeof input["prompt"] === "string" ? input["prompt"] : undefined;
}

function promptOf(lines: readonly PlacedLine[]): string {
  const first = lines.find(({ line }) => line.type === "user");
  return first === undefined ? "" : textOf(first.line.message?.content);
}

function nameOf(call: Block | undefined, lines: readonly PlacedLine[], key: string): string {
  const named = lines.map(({ line }) => line["agentName"]).find((name) => typeof name === "string");
  return (call === undefined ? undefined : startedBy(call)) ?? named ?? `agent-${key}`;
}
