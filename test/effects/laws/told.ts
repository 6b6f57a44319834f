import type { EffectRecord } from "langgraph-rollback";

import type { EndedTurn } from "../run-program.ts";

/** Keys of effects, by what the runs of a thread say of them. */
export interface Told {
  readonly notUndone: ReadonlySet<string>;
  readonly stands: ReadonlySet<string>;
  /** Held and not carried out, as far as the records say. */
  readonly notCarriedOut: ReadonlySet<string>;
  /** Acts that may have landed after their undo. */
  readonly mayLand: ReadonlySet<string>;
  /** Held acts that runs before the newest have released. */
  readonly releasedBefore: ReadonlySet<string>;
  /**
   * Held acts that were released although their runs had thrown, because somebody asked for that. As without rollback, all that such a run's last attempt asked
   * for takes place: also what a node asked for that has not ended, so that the branch does not hold it.
   */
  readonly releasedUnended: ReadonlySet<string>;
}

/** Reads the records of all runs of a thread. */
export function toldBy({ runs }: EndedTurn): Told {
  const told = effectsOf(runs);
  return {
    notUndone: keysOf(told, "not-undone"),
    stands: keysOf(told, "stands"),
    notCarriedOut: new Set([...keysOf(told, "discarded"), ...keysOf(told, "held")]),
    mayLand: new Set(told.flatMap(({ key, mayStillLand }) => (mayStillLand === true ? [key] : []))),
    releasedBefore: keysOf(
      runs.slice(1).flatMap(({ attempts }) => attempts.at(-1)?.effects ?? []),
      "released",
    ),
    releasedUnended: new Set(runs.flatMap(releasedWithoutEnd)),
  };
}

/** Effects that earlier turns have left. */
export interface ToldBefore {
  /** Keys of what could not be undone: no earlier turn's branch holds it. */
  readonly notUndone: ReadonlySet<string>;
  /** Keys of what took place, or may have. */
  readonly acted: ReadonlySet<string>;
  /** Whether an effect may have taken place although nobody tells of it. */
  readonly mayHaveActed: (effect: string) => boolean;
}

/** Reads the records of the runs of earlier turns. */
export function toldBefore({ runs, own, calledBefore, seesAllEnds }: EndedTurn): ToldBefore {
  const earlier = runs.slice(own);
  const before = effectsOf(earlier);
  const isTold = new Set(before.map(({ id }) => id));
  return {
    notUndone: keysOf(before, "not-undone"),
    acted: new Set([
      ...calledBefore,
      ...before.flatMap(({ outcome, key }) => (outcome === "unknown" ? [key] : [])),
    ]),
    // The last attempt of a turn is not decided, so nobody tells of its acts. A process that ends with it need not have said that one was not called.
    mayHaveActed: (effect) =>
      !seesAllEnds && !isTold.has(effect) && earlier.some(({ run }) => effect.startsWith(`effect-${run}-`)),
  };
}

function releasedWithoutEnd({ attempts }: EndedTurn["runs"][number]): readonly string[] {
  const { attempt, effects = [], outcome } = attempts.at(-1) ?? {};
  if (outcome?.error === undefined) return [];
  return effects.flatMap((effect) => (effect.attempt === attempt ? [effect.key] : []));
}

const effectsOf = (runs: EndedTurn["runs"]): readonly EffectRecord[] =>
  runs.flatMap(({ attempts }) => attempts.flatMap(({ effects = [] }) => effects));

const keysOf = (effects: readonly EffectRecord[], standing: EffectRecord["standing"]): ReadonlySet<string> =>
  new Set(effects.flatMap((effect) => (effect.standing === standing ? [effect.key] : [])));
