import type { ThreadSource } from "@langgraph-rollback/inspector";
import type { Page } from "playwright-core";

/** Threads 1 and 2 of these have failed: thread 1 once, of 8 steps, and thread 2 three times, of 50. */
export const TWO = { threads: 2, lengths: [8, 50] } as const;

export const FIRST = { thread: "t-1", run: "run-b", attempt: 1 } as const;
/** Label of it by the page's labeller, ada. */
export const OWN_LABEL = {
  ...FIRST,
  steps: 8,
  labeller: "ada",
  convention: "earliest-unrecovered",
  verdict: { kind: "decisive", step: 2 },
} as const;

export const AT_FIRST = "#/label/t-1?run=run-b&attempt=1";

/** How many scores the desk shows. */
export const scores = (page: Page): Promise<number> => page.locator(".step-choice .score").count();

/** The number of the step that the cursor is on. */
export const selected = (page: Page): Promise<string | null> =>
  page.locator("[role=option][aria-selected=true]").getAttribute("aria-posinset");

/** Waits until the attempt at hand is in sight: keys that are pressed earlier label nothing. */
export async function inSight(page: Page): Promise<void> {
  await page.getByRole("listbox", { name: "Steps" }).waitFor();
  await page.evaluate("new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))");
}

/** Why the runs of a sample fail, by turns, as the verifiers of three failure modes would put it. */
const MODES = [
  "EUR 1368 is far above every offer of 2026.",
  "The museum pass is missing from the sum.",
  "A price list of another year was read.",
];

/** The source, its failures of three modes. */
export function ofModes(source: ThreadSource): Pick<ThreadSource, "thread"> {
  return {
    thread: async (id) => {
      const view = await source.thread(id);
      const reason = MODES[Number(id.slice(2)) % MODES.length] ?? "";
      return (
        view && {
          ...view,
          runs: view.runs.map((run) => ({
            ...run,
            attempts: run.attempts.map((attempt) =>
              attempt.outcome?.ok === false ? { ...attempt, outcome: { ok: false, reason } } : attempt,
            ),
          })),
        }
      );
    },
  };
}
