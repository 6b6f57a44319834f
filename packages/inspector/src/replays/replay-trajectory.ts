import type { Trajectory } from "@langgraph-rollback/attribution/trajectory";
import { plainTrajectory } from "langgraph-rollback";
import type { Replay } from "langgraph-rollback/replay";

import type { ReplayName } from "../shared/view/replay-name.ts";

/** A replay as a trajectory of its own, as files of replays hold it. Its id and its group begin with "replay". */
export function replayTrajectory(
  { outcome, trajectory }: Pick<Replay, "outcome" | "trajectory">,
  { number, thread, variant }: ReplayName,
): Trajectory {
  const { ok, reason, verifier } = outcome ?? {};
  return {
    ...plainTrajectory(trajectory),
    id: `replay/${thread}/${variant}/${number}`,
    group: `replay/${variant}`,
    ...(ok === undefined
      ? {}
      : {
          outcome: {
            ok,
            ...(reason === undefined ? {} : { reason }),
            ...(verifier === undefined ? {} : { verifier }),
          },
        }),
  };
}
