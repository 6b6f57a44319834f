import type { Trajectory } from "@langgraph-rollback/attribution/trajectory";

import type { ReplayName } from "../shared/view/replay-name.ts";
import { oneLine } from "../shared/words/shortened.ts";

const PREFIX = "replay/";

/** Characters of a variant: it may name a file. */
const VARIANT = 120;

/**
 * Name of a replay that `langgraph-rollback replay` wrote. Its id is `replay/THREAD/VARIANT/NUMBER` and its group is `replay/VARIANT`, so that
 * thread and variant may hold slashes.
 *
 * @returns `undefined` for a trajectory that is no replay
 */
export function replayNameOf({ group, id }: Pick<Trajectory, "group" | "id">): ReplayName | undefined {
  if (group === undefined || !group.startsWith(PREFIX) || !id.startsWith(PREFIX)) return undefined;
  const variant = group.slice(PREFIX.length);
  const number = /\/([1-9]\d{0,8})$/.exec(id);
  if (number === null) return undefined;
  const rest = id.slice(PREFIX.length, number.index);
  if (!rest.endsWith(`/${variant}`)) return undefined;
  return {
    thread: rest.slice(0, rest.length - variant.length - 1),
    variant: oneLine(variant, VARIANT),
    number: Number(number[1]),
  };
}
