import { MemorySaver } from "@langchain/langgraph-checkpoint";

import { type CompiledGraph, compiledGraphOf, type RollbackTarget } from "../langgraph/compiled-graph.ts";
import { AlreadyWrappedError } from "../errors/already-wrapped-error.ts";
import { UnsupportedGraphError } from "../errors/unsupported-graph-error.ts";
import { RecordingSaver } from "../recording/recording-saver.ts";
import { checkNodes } from "./node-checks.ts";
import type { ResolvedOptions } from "./rollback-options.ts";
import type { CallTelemetry } from "./telemetry.ts";
import { withSeenTools } from "../effects/intercepting/seen-tools.ts";
import type { RunAround } from "../effects/holding/pass-on.ts";
import { actLogAround } from "../effects/intercepting/act-context.ts";
import type { Caller } from "../langgraph/caller.ts";
import type { Clock } from "../langgraph/clock.ts";
import { checkNoteChannel } from "../rewinding/note-channel.ts";

/** @internal Context that every phase of a run with rollback works with. */
export interface RollbackContext {
  /** The user's graph, as a copy of its own that records into `saver`. */
  readonly graph: CompiledGraph;
  readonly saver: RecordingSaver;
  readonly options: ResolvedOptions;
  /** The run around, if there is one that decides about what this one holds. */
  readonly around?: RunAround;
  /** Hears what the call does, if `telemetry` is given. */
  readonly telemetry?: CallTelemetry;
}

/**
 * @internal The context of a graph's runs: a copy of it that records. The graph itself is not altered.
 * @throws {UnknownNoteChannelError | NoteChannelTypeError} if the graph does not have `noteChannel`, or it takes no text
 * @throws {InvalidOptionError} if it does not have a node of `checks`
 */
export function contextFor(graph: CompiledGraph, options: ResolvedOptions): RollbackContext {
  if (options.noteChannel !== undefined) checkNoteChannel(graph, options.noteChannel);
  checkNodes(options.checks, Object.keys(graph.nodes));
  const inner = seenCopy(graph, options);
  inner.checkpointer = recording(graph.checkpointer, options.clock);
  return {
    graph: inner,
    options,
    // Not fixed: LangGraph's server gives a graph its own checkpointer after it was made.
    get saver() {
      return recording(inner.checkpointer, options.clock);
    },
  };
}

/** A copy of a graph, whose tools tell what they do where effects are declared. */
function seenCopy(graph: CompiledGraph, { effects }: ResolvedOptions): CompiledGraph {
  const copy = copyOf(graph);
  return effects === undefined ? copy : withSeenTools(copy, effects.nodes);
}

/**
 * @internal The context of one run, whose graph keeps the checkpointer and the store that it has now. LangGraph's server gives a graph its
 * own anew for each request, and other ones for a run without a thread, while other runs are in progress.
 */
export function forOneRun({ graph, saver, options }: RollbackContext, caller?: Caller): RollbackContext {
  const own = copyOf(graph);
  own.checkpointer = saver;
  own.store = graph.store;
  const log = caller === undefined ? undefined : actLogAround();
  const around =
    caller === undefined || log?.holding === undefined ? {} : { around: { log, task: caller.task } };
  return { graph: own, saver, options, ...around };
}

const contexts = new WeakMap<CompiledGraph, RollbackContext>();

/** @internal Remembers that a graph runs with rollback. */
export function setContext(graph: CompiledGraph, context: RollbackContext): void {
  contexts.set(graph, context);
}

/**
 * @internal The compiled graph inside a target that is to be given rollback.
 * @throws {UnsupportedGraphError} if it is neither a graph nor an agent
 * @throws {AlreadyWrappedError} if it runs with rollback already
 */
export function unwrappedGraphOf(target: unknown): CompiledGraph {
  const graph = compiledGraphOf(target);
  if (contexts.has(graph)) throw new AlreadyWrappedError();
  return graph;
}

/** @internal The context of the runs of a graph with rollback; `undefined` for any other graph. */
export function contextOf(graph: CompiledGraph): RollbackContext | undefined {
  return contexts.get(graph);
}

/** @internal The user's graph behind one that runs with rollback; any other graph as it is. */
export function plainGraphOf(graph: CompiledGraph): CompiledGraph {
  return contexts.get(graph)?.graph ?? graph;
}

/** @internal A checkpointer that records: the given one if it does, else around it, else in memory. */
export function recording(saver: CompiledGraph["checkpointer"], clock: Clock): RecordingSaver {
  if (saver instanceof RecordingSaver) return saver;
  return new RecordingSaver(typeof saver === "object" ? saver : new MemorySaver(), { clock });
}

/** @internal LangGraph copies a graph by configuring it; the copy has its own checkpointer. */
export function copyOf<G extends RollbackTarget>(graph: G): G {
  return likeIt(graph, graph.withConfig({}));
}

/**
 * @internal Copy that a graph's `withConfig` made of it, as the graph's own type.
 * @throws {UnsupportedGraphError} if it is of another class
 */
export function likeIt<G extends RollbackTarget>(original: G, copy: unknown): G {
  if (!isLike(original, copy)) throw new UnsupportedGraphError(copy);
  return copy;
}

function isLike<G extends object>(original: G, copy: unknown): copy is G {
  return copy instanceof original.constructor;
}

/** Wrapped graphs in which a kept task ran again, by their options: copies of a graph share them. */
const doNot = new WeakSet<ResolvedOptions>();

/** @internal Rollbacks of this graph go back to whole supersteps from now on, until the process ends. */
export function stopKeeping({ options }: RollbackContext): void {
  doNot.add(options);
}

/** @internal Whether a rollback may keep results inside a superstep. */
export const keepsResults = ({ options }: RollbackContext): boolean =>
  // Files are stored between supersteps: those of a kept task cannot be told from its siblings'.
  options.workspace === undefined && !doNot.has(options);
