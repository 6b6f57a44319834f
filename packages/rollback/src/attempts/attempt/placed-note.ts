import { graphInside, stateAt } from "../../reading/read-step.ts";
import { patiently } from "../../recording/patiently.ts";
import { placeNote, type PlacedNote } from "../../replanning/place-note.ts";
import type { ReplanNote } from "../../replanning/replan-note.ts";
import type { RewindPlan } from "../../rewinding/rewind-point.ts";
import type { RollbackContext } from "../../setup/rollback-context.ts";
import type { AttemptReads } from "./attempt-reads.ts";

/**
 * @internal A note as updates of the graph that continues: the outermost one, or a subgraph of it.
 *
 * @param told.head the failed attempt's last checkpoint
 */
export async function placedNote(
  { graph, saver, options }: RollbackContext,
  reads: AttemptReads,
  { into = [], checkpoint }: RewindPlan,
  { note, head }: { readonly note: ReplanNote; readonly head: string },
): Promise<PlacedNote> {
  const innermost = into.at(-1);
  const inner = graphInside(graph, into) ?? graph;
  const tuple = await patiently(() =>
    reads.checkpoint(innermost?.checkpoint ?? checkpoint, innermost?.namespace),
  );
  const current = await patiently(() => stateAt(inner, saver, tuple));
  const later = (): Promise<Readonly<Record<string, unknown>>> =>
    patiently(async () => stateAt(graph, saver, await reads.checkpoint(head)));
  return placeNote(inner, note, { channel: options.noteChannel, id: options.ids(), current, later });
}
