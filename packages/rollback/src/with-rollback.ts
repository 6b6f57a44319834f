import { routeCalls } from "./calls/route-calls.ts";
import { drive } from "./drive.ts";
import type { InputOf, OutputOf, RollbackTarget } from "./langgraph/compiled-graph.ts";
import { warnOfUntestedLanggraph } from "./langgraph/warn-of-untested-langgraph.ts";
import { copyOf, unwrappedGraphOf } from "./setup/rollback-context.ts";
import { warnOfUndeclaredEffects } from "./setup/warn-of-undeclared-effects.ts";
import { resolveOptions, type RollbackOptions } from "./setup/rollback-options.ts";

/**
 * Gives a graph or agent automatic rollback.
 *
 * The result is a graph of the same type, used the same way. Each run is recorded; when `verify` says no or an
 * exception escapes, the steps are scored, the graph is rewound to just before the step that `policy` decides on and
 * runs again with a note about what failed. Interrupts and aborts are not failures. The graph given is not altered.
 *
 * Nothing is assumed: without a checkpointer a `MemorySaver` is used. Without a `thread_id` one is made: the call's events
 * name it (`onEvent`, callbacks, `custom` chunks), and `listThreads` finds it. Without a calibration the first rollback is a restart. A calibration file
 * that is missing, or that cannot be used, is told once and never thrown; it is looked at again when the next run begins. A LangGraph that is newer than
 * the newest version that was tested is reported once in a process, as a warning with code "LANGGRAPH_UNTESTED"; so are tools without declared `effects`
 * ("EFFECTS_UNDECLARED").
 *
 * @example
 * const agent = withRollback(graph, {
 *   verify: ({ output }) => output?.total === expected,
 *   calibration: "calibration.json",
 * });
 * await agent.invoke({ messages: [{ role: "user", content: task }] }, { configurable: { thread_id: "t-1" } });
 *
 * @throws {UnsupportedGraphError} if it is not a compiled graph or an agent
 * @throws {AlreadyWrappedError} if it runs with rollback already
 * @throws {InvalidOptionError | UnknownOptionError} if an option has a value of a wrong type, or does not exist
 * @throws {CalibrationMismatchError | ScorerMissingError} if calibration and scorer do not belong together
 * @throws {UnknownNoteChannelError | NoteChannelTypeError} if the graph does not have `noteChannel`, or it takes no text
 * @throws {RangeError} if `alpha`, `maxRollbacks` or an amount of `budget` is out of range
 */
export function withRollback<G extends RollbackTarget>(
  graph: G,
  options: RollbackOptions<InputOf<G>, OutputOf<G>>,
): G {
  const resolved = resolveOptions(options);
  warnOfUndeclaredEffects(unwrappedGraphOf(graph), resolved);
  warnOfUntestedLanggraph();
  return routeCalls(graph, copyOf(graph), resolved, drive);
}
