import type { Verifier } from "langgraph-rollback";
import { bringsVerifier, type ReplayOptions } from "langgraph-rollback/replay";
import { type AnyGraph, loadGraph, notExported } from "../data/load-graph.ts";
import { loadExport } from "../data/load-export.ts";
import { CommandFailedError } from "../errors/command-failed-error.ts";

/** Modules of the user's that hold an agent to replay with. */
export interface AgentModules {
  readonly graph: string;
  /** Option that names it. Default "--graph". */
  readonly option?: string;
  /** Default: the export `verify` of the graph's module, if the graph has no verifier of its own. */
  readonly verify?: string | undefined;
  /** Default: the export `replay` of the graph's module, if there is one. */
  readonly options?: string | undefined;
}

/** An agent to replay with. */
export interface ReplayedAgent {
  readonly graph: AnyGraph;
  /** Whether somebody judges its replays. */
  readonly isJudged: boolean;
  /** Options of each replay. */
  readonly options: AgentOptions;
  /** `context` of each run. */
  readonly context?: unknown;
}

/** Options of a replay that belong to the agent; the command decides about the others. */
export type AgentOptions = Omit<ReplayOptions, keyof typeof OF_THE_COMMAND>;

/** Options that the export may not have, and what decides instead. */
const OF_THE_COMMAND = {
  from: "the command line",
  repeat: "the command line",
  note: "the command line",
  update: "the command line",
  onReplay: "the command",
  checkpointer: "the database that the command line names",
} as const;

/**
 * Imports an agent, its verifier and its options for replays.
 *
 * @throws {CommandFailedError} if a module lacks an export, or its options are none
 * @throws {UnsupportedGraphError} if the graph is none
 */
export async function loadAgent({
  graph: spec,
  option,
  options,
  verify,
}: AgentModules): Promise<ReplayedAgent> {
  const { graph, module } = await loadGraph(spec, option);
  const { context, ...own } = await loadOptions(options ?? module, options !== undefined);
  const isBrought = bringsVerifier(graph) && verify === undefined;
  const verifier = isBrought ? undefined : await loadVerifier(verify ?? module, verify !== undefined);
  return {
    graph,
    isJudged: isBrought || verifier !== undefined || own.verify !== undefined,
    options: { ...own, ...(verifier === undefined ? {} : { verify: verifier }) },
    ...(context === undefined ? {} : { context }),
  };
}

async function loadVerifier(spec: string, isNamed: boolean): Promise<Verifier | undefined> {
  const loaded = await loadExport("--verify", spec, "verify");
  if (isVerifier(loaded.value)) return loaded.value;
  if (loaded.value === undefined && !isNamed) return undefined;
  throw notExported("--verify", loaded, "a function");
}

async function loadOptions(spec: string, isNamed: boolean): Promise<ExportedOptions> {
  const loaded = await loadExport("--options", spec, "replay");
  if (loaded.value === undefined && !isNamed) return {};
  if (!isOptions(loaded.value)) throw notExported("--options", loaded, "an object");
  for (const [name, decides] of Object.entries(OF_THE_COMMAND))
    if (name in loaded.value)
      throw new CommandFailedError(
        `Expected \`${loaded.name}\` of ${loaded.module} to leave \`${name}\` out: ${decides} decides about it.`,
      );
  return loaded.value;
}

type ExportedOptions = AgentOptions & { readonly context?: unknown };

// The contents of these are checked where they are used: `replay` refuses what is no option, and a verdict that is none.
const isVerifier = (value: unknown): value is Verifier => typeof value === "function";
const isOptions = (value: unknown): value is ExportedOptions =>
  typeof value === "object" && value !== null && !Array.isArray(value);
