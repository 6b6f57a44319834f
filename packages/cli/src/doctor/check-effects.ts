import type { ThreadView } from "@langgraph-rollback/inspector";
import { printable } from "@langgraph-rollback/inspector/shared";
import type { EffectRecord } from "langgraph-rollback";
import type { Diagnosis } from "./diagnosis.ts";

/** Effects that one diagnosis names. */
const NAMED = 3;

const UNSEEN =
  "Not seen, and in no record: tools called with a list of callbacks of your own, calls of `tool.func()`, objects that only look like tools, and what a tool does after it has returned.";

/** An effect of a failed attempt, and the thread that it belongs to. */
export interface LeftEffect {
  readonly thread: string;
  readonly effect: EffectRecord;
}

/**
 * Reports effects of failed attempts outside of their graphs, and those that still hold there, as their records tell it.
 *
 * @returns a warning for what was to be undone and is not, one for what nothing undoes, and what no record can tell; nothing where no
 * effect is recorded
 */
export function checkEffects(left: readonly LeftEffect[]): readonly Diagnosis[] {
  const notUndone = left.filter(
    ({ effect }) => effect.standing === "not-undone" || effect.standing === "to-undo",
  );
  const stands = left.filter(
    ({ effect }) =>
      effect.standing === "stands" || (effect.standing === "undone" && effect.mayStillLand === true),
  );
  if (left.length === 0) return [];
  const seen =
    left.length === 1 ? "One effect of a failed attempt is" : `${left.length} effects of failed attempts are`;
  return [
    { check: "effects", level: "ok", message: `${seen} recorded. ${UNSEEN}` },
    ...warningOf(
      notUndone,
      "EFFECT_NOT_UNDONE",
      "to be undone and not undone",
      "Read the thread's page or report for the reason, mend what `undo` needs, and call `resumeRollback` with the graph and this thread.",
    ),
    ...warningOf(
      stands,
      "EFFECT_STANDS",
      "not taken back, or may still take effect",
      "Look whether they are wanted. A rollback undoes only what `effects` says how to undo.",
    ),
  ];
}

/** Standings of acts that are held. They are no effects of failed attempts, or never take place. */
const HELD: ReadonlySet<EffectRecord["standing"]> = new Set([
  "held",
  "discarded",
  "released",
  "not-released",
  "passed-on",
]);

/**
 * The effects in a thread's records. A later attempt's record is newer about the effects of an earlier one. Failures that were only observed are left
 * out: observing undoes nothing. So are acts that are held.
 */
export function leftEffects({ id: thread, runs }: ThreadView): readonly LeftEffect[] {
  return runs.flatMap(({ attempts }) => {
    const latest = new Map(
      attempts
        .filter(({ planned }) => planned === undefined)
        .flatMap(({ effects = [] }) => effects.map((effect) => [effect.id, effect] as const)),
    );
    return [...latest.values()]
      .filter(({ standing }) => !HELD.has(standing))
      .map((effect) => ({ thread, effect }));
  });
}

function warningOf(
  left: readonly LeftEffect[],
  code: "EFFECT_NOT_UNDONE" | "EFFECT_STANDS",
  what: string,
  remedy: string,
): readonly Diagnosis[] {
  if (left.length === 0) return [];
  const named = left
    .slice(0, NAMED)
    .map(({ thread, effect }) => `"${effect.name}" of attempt ${effect.attempt} in thread "${thread}"`);
  const rest = left.length - named.length;
  const which = `${named.join(", ")}${rest > 0 ? ` and ${rest} more` : ""}`;
  return [
    {
      check: "effects",
      level: "warning",
      code,
      message: printable(`Effects of failed attempts are ${what}: ${which}.`),
      remedy,
    },
  ];
}
