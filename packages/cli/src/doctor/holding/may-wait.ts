import type { RunView } from "@langgraph-rollback/inspector";
import { printable } from "@langgraph-rollback/inspector/shared";
import type { RecordedAct } from "langgraph-rollback/inspection";

import type { Diagnosis } from "../diagnosis.ts";
import type { ActingThread } from "./acting-threads.ts";

/** How an act of a kind is declared as held. */
const DECLARED: Readonly<Record<RecordedAct["kind"], readonly [part: string, declaration: string]>> = {
  tool: ["tools", '"hold"'],
  node: ["nodes", "{ hold: { receipt } }"],
  act: ["tools", "{ hold: { release } }"],
};

/** How often runs were given up because of a name, and where first. */
interface GivenUp {
  readonly kind: RecordedAct["kind"];
  readonly thread: string;
  readonly runs: number;
}

/**
 * Proposes `"hold"` for what rollbacks were stopped by. A name whose result any later step uses is left out, and so is a run that others like it
 * would still have stopped.
 */
export function mayWait(threads: readonly ActingThread[]): readonly Diagnosis[] {
  const used = new Set(threads.flatMap(({ quoted }) => quoted.map(({ act }) => act.name)));
  const byName = new Map<string, GivenUp>();
  for (const { acts, view } of threads)
    for (const run of view.runs) {
      const stoppedBy = stoppingIn(run);
      const couldWait = ({ name }: { readonly name: string }): boolean =>
        !used.has(name) && acts.every((act) => act.name !== name || act.canBeHeld);
      if (!stoppedBy.every(couldWait)) continue;
      for (const [name, kind] of new Map(stoppedBy.map((each) => [each.name, each.kind]))) {
        const before = byName.get(name) ?? { kind, thread: view.id, runs: 0 };
        byName.set(name, { ...before, runs: before.runs + 1 });
      }
    }
  return [...byName].map(([name, givenUp]) => proposal(name, givenUp));
}

/** The effects that stopped the rollback of a run which was given up for them. */
function stoppingIn({ attempts }: RunView): readonly Pick<RecordedAct, "kind" | "name">[] {
  const last = attempts.at(-1);
  if (last?.stopped?.by !== "irreversible-effect") return [];
  return (last.effects ?? []).filter((effect) => effect.class === "irreversible");
}

function proposal(name: string, { kind, runs, thread }: GivenUp): Diagnosis {
  const [part, held] = DECLARED[kind];
  return {
    check: "effects",
    level: "warning",
    code: "EFFECT_MAY_WAIT",
    message: printable(
      `${runs === 1 ? "One run was" : `${runs} runs were`} given up because "${name}" is irreversible, as in thread "${thread}". No later step uses its result.`,
    ),
    remedy: printable(
      `If it can wait until the run is accepted, hold it: effects: { ${part}: { ${JSON.stringify(name)}: ${held} } }. Not if it returns a Command, interrupts, or reads the graph's state.`,
    ),
  };
}
