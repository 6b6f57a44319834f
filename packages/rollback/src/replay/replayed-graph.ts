import type { Redact } from "@langgraph-rollback/attribution";
import { BaseStore, type BaseCheckpointSaver } from "@langchain/langgraph-checkpoint";

import type { EffectDeclaration } from "../effects/declaring/effect-options.ts";
import { effectRules, type EffectRules } from "../effects/declaring/effect-rules.ts";
import { withSeenTools } from "../effects/intercepting/seen-tools.ts";
import { steadyClock, steadyIds } from "../langgraph/clock.ts";
import {
  compiledGraphOf,
  subgraphAt,
  type CompiledGraph,
  type RollbackTarget,
} from "../langgraph/compiled-graph.ts";
import { saverOf } from "../langgraph/thread.ts";
import { RecordingSaver } from "../recording/recording-saver.ts";
import type { Replanner } from "../replanning/replan-note.ts";
import { contextFor, contextOf, copyOf, type RollbackContext } from "../setup/rollback-context.ts";
import { resolveOptions, type ResolvedOptions } from "../setup/rollback-options.ts";
import { verifierOf } from "../verifiers/judge.ts";
import type { Verifier } from "../verifiers/verifier.ts";
import { OverlaySaver } from "./overlay-saver.ts";
import { OverlayStore } from "./overlay-store.ts";
import { checkReplayOptions, type ReplayOptions } from "./replay-options.ts";

/** @internal A graph that is replayed, and what is known of it. */
export interface ReplayedGraph {
  /** The graph without rollback; only its structure is used. */
  readonly graph: CompiledGraph;
  /** The checkpointer that holds the threads. It is only read. */
  readonly saver: BaseCheckpointSaver;
  /** `undefined` where nobody judges. */
  readonly verify: Verifier | undefined;
  readonly rules: EffectRules;
  /** Nodes as the effects declare them; `undefined` where no effects are declared. */
  readonly declared: Readonly<Record<string, EffectDeclaration>> | undefined;
  readonly options: ResolvedOptions;
  /** By which recorded answers were redacted. */
  readonly redact: Redact | undefined;
}

/**
 * @internal
 * @throws {InvalidOptionError | UnknownOptionError | RangeError | UnsupportedGraphError | NoCheckpointerError}
 */
export function replayedGraph(target: RollbackTarget, given: ReplayOptions): ReplayedGraph {
  const named = compiledGraphOf(target);
  return replayedIn(contextOf(named), named, given);
}

/**
 * @internal As {@link replayedGraph}, of a graph with rollback whose context is known.
 *
 * @param named the graph that holds the threads
 */
export function replayedIn(
  context: RollbackContext | undefined,
  named: CompiledGraph,
  given: ReplayOptions,
): ReplayedGraph {
  const effects = context?.options.effects;
  checkReplayOptions(given, effects !== undefined);
  const saver = given.checkpointer ?? saverOf(named);
  const verify = isJudged(given) ? verifierOf(given) : context?.options.verify;
  return {
    graph: context?.graph ?? named,
    saver: saver instanceof RecordingSaver ? saver.inner : saver,
    verify,
    rules: effects?.rules ?? effectRules(given.effects ?? {}),
    declared:
      effects?.declaredNodes ?? (given.effects === undefined ? undefined : (given.effects.nodes ?? {})),
    options: optionsFor(context, given, verify),
    redact: context?.options.record?.redact,
  };
}

const isJudged = (given: ReplayOptions): given is ReplayOptions & Required<Pick<ReplayOptions, "verify">> =>
  given.verify !== undefined;

/** Options of the one attempt that a replay is: nothing of it is undone, kept, asked or told. */
function optionsFor(
  context: RollbackContext | undefined,
  given: ReplayOptions,
  verify: Verifier = () => true,
): ResolvedOptions {
  const own = context?.options ?? resolveOptions({ verify });
  return {
    ...own,
    verify,
    replan: replannerOf(given.note) ?? own.replan,
    noteChannel: given.noteChannel ?? own.noteChannel,
    clock: given.clock === undefined ? own.clock : steadyClock(given.clock),
    ids: given.ids === undefined ? own.ids : steadyIds(given.ids),
    mode: "rollback",
    onEvent: () => {},
    effects: undefined,
    learn: undefined,
    record: undefined,
    lock: undefined,
    revalidate: undefined,
    workspace: undefined,
  };
}

function replannerOf(note: ReplayOptions["note"]): Replanner | undefined {
  if (typeof note !== "string") return note === false ? undefined : note;
  return () => note;
}

/** @internal A context that runs a copy of a graph on a copy of its threads. */
export function copiedContext(
  { graph, saver, declared = {}, options }: ReplayedGraph,
  answered: readonly string[],
): RollbackContext {
  const copy = copyOf(graph);
  const acting = Object.keys(declared).filter((node) => declared[node] !== "read-only");
  const seen = withSeenTools(copy, [...new Set([...acting, ...answered])]);
  keepToItself(seen);
  seen.checkpointer = new OverlaySaver(saver);
  return contextFor(seen, options);
}

/** Keeps what a copy of a graph, and its subgraphs, remember and cache to the copy. */
function keepToItself(copy: CompiledGraph): void {
  if (copy.store instanceof BaseStore) copy.store = new OverlayStore(copy.store);
  copy.cache = undefined;
  for (const node of Object.keys(copy.nodes)) {
    const inner = subgraphAt(copy, node);
    if (inner !== undefined) keepToItself(inner);
  }
}
