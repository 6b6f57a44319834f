import type { RunnableConfig } from "@langchain/core/runnables";
import { whatIf } from "langgraph-rollback/operator";
import type { Replay } from "langgraph-rollback/replay";

import { addReplay, type ReadReplay } from "../replays/read-replays.ts";
import { replayTrajectory } from "../replays/replay-trajectory.ts";
import { factsOf, toldOf } from "../replays/what-if-facts.ts";
import type { StartedRun, WhatIfsView } from "../shared/acting/acting-view.ts";
import type { ActionBodies } from "../shared/acting/requests.ts";
import type { WhatIfTold } from "../shared/view/what-if-told.ts";
import type { ActingAgent } from "./acting-agent.ts";
import { given } from "./given.ts";
import { startedRuns } from "./started-runs.ts";

/** What-ifs that were made, beside the replays of files. They are kept until the inspector ends. */
export interface WhatIfShelf {
  readonly add: (thread: string, made: Replay, told: WhatIfTold) => void;
  readonly last: (thread: string) => WhatIfsView["last"];
}

/** Shelf among the replays that the page shows. */
export function whatIfShelf(replays: Map<string, readonly ReadReplay[]>): WhatIfShelf {
  return {
    add: (thread, made, told) => {
      const variant = `what-if from step ${told.step + 1}, by ${told.by}`;
      const before = replays.get(thread) ?? [];
      const number = before.filter(({ name }) => name.variant === variant).length + 1;
      const name = { thread, variant, number };
      addReplay(replays, { name, trajectory: replayTrajectory(made, name), whatIf: told });
    },
    last: (thread) => {
      const all = replays.get(thread) ?? [];
      const place = all.findLastIndex(({ whatIf: told }) => told !== undefined);
      const told = all[place]?.whatIf;
      return told && { replay: place + 1, told };
    },
  };
}

/** Retries on copies, which go on in the background. */
export interface WhatIfs {
  /** @returns once the copy runs. @throws what `whatIf` throws before */
  readonly start: (body: ActionBodies["what-if"], config: RunnableConfig) => Promise<StartedRun>;
  readonly of: (thread: string) => WhatIfsView;
  /** @returns whether it was under way */
  readonly stop: (thread: string, id: string) => Promise<boolean>;
  readonly stopAll: () => Promise<void>;
}

export function whatIfs({ graph, rules = {} }: ActingAgent, shelf: WhatIfShelf): WhatIfs {
  const runs = startedRuns("w");
  const facts = factsOf(rules);
  return {
    start: (body, config) => {
      const { by, expected, note, step, thread, update, why } = body;
      const request = {
        by,
        expected,
        step,
        ...given({ update, why }),
        ...(note === undefined ? {} : { note: note === "" ? (false as const) : note }),
      };
      return runs.start(
        { thread, key: JSON.stringify(body), told: { action: "what-if", by, step } },
        async (call) => {
          const made = await whatIf(graph, { ...config, ...call }, request, rules);
          shelf.add(thread, made, toldOf(made, { by, ...given({ why }) }));
        },
      );
    },
    of: (thread) => ({ ...facts, ...runs.of(thread), ...given({ last: shelf.last(thread) }) }),
    stop: runs.stop,
    stopAll: runs.stopAll,
  };
}
