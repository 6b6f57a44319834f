import { readFile } from "node:fs/promises";
import type { ReplayOptions } from "langgraph-rollback/replay";
import { jsonObjectIn } from "../data/json-object-in.ts";
import { readOptionFile } from "../data/read-option-file.ts";
import { pipeCopied } from "../files/pipe-copies.ts";
import { type AgentModules, loadAgent, type ReplayedAgent } from "../replaying/load-agent.ts";

/** One way of running the recorded runs again. */
export interface Variant {
  /** For people, and in ids. */
  readonly name: string;
  readonly agent: ReplayedAgent;
  readonly changes: Pick<ReplayOptions, "note" | "update">;
}

/** Ways that the command line asks for. */
export interface VariantOptions extends Omit<AgentModules, "graph"> {
  /** At least one. */
  readonly graph: readonly string[];
  readonly note?: readonly string[];
  readonly noNote?: true;
  readonly update?: readonly string[];
}

/** Name of the variant that all others are held against. */
const BASE = "as a retry";

/**
 * The variants that are replayed: first the base, which is what a live retry would do, then one for each change.
 *
 * @throws {CommandFailedError} if a file cannot be read, and as `loadAgent` does
 */
export async function variantsOf(options: VariantOptions): Promise<readonly [Variant, ...Variant[]]> {
  const { graph, noNote, note = [], update = [] } = options;
  const [first = "", ...others] = graph;
  const agent = await loadAgent({ ...options, graph: first });
  const variants: Variant[] = [];
  for (const file of note)
    variants.push({ name: `note ${nameOf(file)}`, agent, changes: { note: await textIn("--note", file) } });
  if (noNote) variants.push({ name: "no note", agent, changes: { note: false } });
  for (const file of update)
    variants.push({ name: `update ${nameOf(file)}`, agent, changes: { update: await updateIn(file) } });
  for (const spec of others)
    variants.push({ name: `graph ${spec}`, agent: await otherAgent(options, spec, agent), changes: {} });
  return [{ name: BASE, agent, changes: {} }, ...variants];
}

const nameOf = (file: string): string => pipeCopied(file) ?? file;

/** A further graph. If nobody judges it, the verifier of the first graph's module does. */
async function otherAgent(
  options: VariantOptions,
  graph: string,
  { options: { verify } }: ReplayedAgent,
): Promise<ReplayedAgent> {
  const other = await loadAgent({ ...options, graph });
  if (other.isJudged || verify === undefined) return other;
  return { ...other, isJudged: true, options: { ...other.options, verify } };
}

const textIn = (option: string, file: string): Promise<string> =>
  readOptionFile(option, file, () => readFile(file, "utf8"));

const updateIn = async (file: string): Promise<Readonly<Record<string, unknown>>> =>
  jsonObjectIn("--update", file, await textIn("--update", file));
