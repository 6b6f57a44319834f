import { sha256 } from "@langchain/core/utils/hash";

import { canonical } from "../../langgraph/canonical.ts";
import type { ActStart } from "../act.ts";

/**
 * @internal Tells an act of an attempt from its others: the same when its task runs again with the same arguments. A tool call's id is not in it,
 * as it is new on each attempt.
 *
 * @param ordinal position among equal acts of one execution of the task
 */
export function slotOf(
  run: string,
  attempt: number,
  { task, kind, name, args }: Pick<ActStart, "task" | "kind" | "name" | "args">,
  ordinal: number,
): string {
  return sha256(JSON.stringify([run, attempt, task.namespace, kind, name, canonical(args), ordinal]));
}
