import { learningView } from "@langgraph-rollback/inspector";
import { printable } from "@langgraph-rollback/inspector/shared";
import { readLearning } from "langgraph-rollback";

import { withSource } from "../data/open-where.ts";
import type { WhereOptions } from "../options/schema-option.ts";
import type { Diagnosis } from "./diagnosis.ts";

/** Latest threads whose failed runs are held against what was learnt. */
const LOOKED_AT = 10_000;

/** Database of agents that learn, and the file in which they keep it, if they name one. */
export interface LearningPlace extends WhereOptions {
  readonly db: string;
  readonly store?: string | undefined;
}

/** What agents have learnt from their own runs in a database, and what keeps them from it; nothing where no agent learns. */
export async function checkLearning({ db, schema, store }: LearningPlace): Promise<readonly Diagnosis[]> {
  const learning = store === undefined ? undefined : await readLearning(store);
  const view = await withSource([db], { schema }, (source) =>
    learningView({ source, learning, threads: LOOKED_AT }),
  );
  return view.agents.flatMap((agent) => [
    learnt(agent),
    ...drifted(agent),
    ...missedRuns(agent),
    ...noEvidence(agent),
  ]);
}

type LearntAgent = Awaited<ReturnType<typeof learningView>>["agents"][number];

const named = ({ agent }: LearntAgent): string => `agent "${printable(agent)}"`;

const learnt = (agent: LearntAgent): Diagnosis => ({
  check: "learning",
  level: "ok",
  message: printable(`The ${named(agent)} learns from its own runs. ${agent.inForce} ${agent.promise}`),
});

/** The last change that says what is known of where mistakes lie: a promise says nothing of that. */
const latest = ({ changes }: LearntAgent) => changes.findLast(({ change }) => change !== "promise");

/** A refused version leaves nothing in force after a drift, so the drift still stands. */
function drifted(agent: LearntAgent): readonly Diagnosis[] {
  const last = agent.changes.findLast(({ change }) => change === "version" || change === "drift");
  if (last?.change !== "drift") return [];
  return [
    {
      check: "learning",
      level: "warning",
      code: "LEARNING_DRIFTED",
      message: printable(`The ${named(agent)} has changed, and has learnt no version since. ${last.reason}`),
      remedy:
        "Look at what has changed: model, prompts, tools or tasks. The agent learns anew after 20 failed runs.",
    },
  ];
}

function missedRuns(agent: LearntAgent): readonly Diagnosis[] {
  if (agent.missed === 0) return [];
  const which = agent.missed === 1 ? "One failed run" : `${agent.missed} failed runs`;
  return [
    {
      check: "learning",
      level: "warning",
      code: "LEARNING_MISSED_RUNS",
      message: `${which} of ${named(agent)} ${agent.missed === 1 ? "is" : "are"} not among its evidence: a process ended before it was added, or it is kept elsewhere.`,
      remedy:
        "langgraph-rollback learn DB takes them in. Where `learn.store` names a file, pass it to both commands: --store FILE.",
    },
  ];
}

function noEvidence(agent: LearntAgent): readonly Diagnosis[] {
  if (latest(agent)?.change !== "refused" || agent.told > 0 || agent.replayed > 0) return [];
  return [
    {
      check: "learning",
      level: "warning",
      code: "LEARNING_NO_EVIDENCE",
      message: printable(
        `The ${named(agent)} has nothing to learn from: no retry that began later than at the first step was judged. ${latest(agent)?.reason ?? ""}`,
      ),
      remedy:
        "Let drawn steps be tried in place of restarts: no `calibration` of your own and at least one rollback. Or replay failed runs: `learn: { replays: true }`.",
    },
  ];
}
