import type { LearningView, LearntAgent, LearntVersionView } from "../../../src/shared/view/learning-view.ts";
import { counted } from "../../../src/shared/words/counted.ts";
import { percent } from "../../../src/shared/words/percent.ts";
import type { Figures } from "../parts/figures-table.tsx";
import { localMoment } from "../parts/local-moment.ts";
import { shownText } from "../parts/shown-text.ts";
import { unbroken } from "../parts/unbroken.ts";

/** Names of what came into force, or did not. */
export const CHANGES: Readonly<Record<LearntAgent["changes"][number]["change"], string>> = {
  version: "New version",
  refused: "Version refused",
  promise: "Promise counted",
  drift: "Agent has changed",
};

/** From how many failed runs the agent learns, and how many of them are missing, as sentences. */
export function evidenceWords({ failures, missed, replayed }: LearntAgent): string {
  const known = `It learns from ${counted(failures, "failed run")}${replayed === 0 ? "" : `, ${replayed} of them replayed`}.`;
  if (missed === 0) return known;
  return `${known} ${counted(missed, "failed run")} ${missed === 1 ? "is" : "are"} not among them: the command langgraph-rollback learn takes them in.`;
}

/** In which threads failed runs were counted, as a sentence. */
export const countedWords = ({ more, threads }: LearningView): string =>
  more
    ? `Failed runs of the latest ${threads.toLocaleString("en")} threads are counted.`
    : "Failed runs of all threads are counted.";

/** When each version was made, by how much, and how it plans. */
export const madeTable = ({ versions }: LearntAgent): Figures => ({
  head: ["version", "since", "failed runs known", "cap", "drawn starts"],
  rows: versions.map(({ id, made }) => [
    nameOf(id),
    ...(made === undefined
      ? id === FIRST
        ? ["the beginning", "0", CAPS.lifted, unbroken("100 %")]
        : [NONE, NONE, NONE, NONE]
      : [
          shownText(localMoment(made.at)),
          String(made.failures),
          CAPS[made.cap],
          unbroken(percent(made.explore)),
        ]),
  ]),
});

/** What was promised under each version, and what became of its failed runs. */
export const didTable = ({ versions }: LearntAgent): Figures => ({
  head: ["version", "promised", "failed runs", "recovered", "steps redone a failed run"],
  rows: versions.map(({ did, id, promised }) => [
    nameOf(id),
    promisedWords(promised),
    String(did.failed),
    did.failed === 0 ? NONE : `${did.recovered} (${unbroken(percent(did.recovered / did.failed))})`,
    did.redone === undefined ? NONE : String(Number(did.redone.toFixed(1))),
  ]),
});

/** Id of the version before any. */
const FIRST = "cold";
const NONE = "–";

const CAPS = { lifted: "none", "last-recovering-start": "sets on replays" } as const;

const nameOf = (id: string): string => (id === FIRST ? "none yet" : shownText(id));

function promisedWords(promised: LearntVersionView["promised"]): string {
  if (promised === undefined) return "nothing yet";
  const { level, n, within } = promised;
  if (within === undefined) return `nothing (n = ${n})`;
  return unbroken(`${percent(level)} within ${counted(within, "rollback")} (n = ${n})`);
}
