import { z } from "zod";

import type { AttemptView } from "../shared/view/thread-view.ts";
import { decisionFacts } from "../shared/words/decision-words.ts";
import { effectWords } from "../shared/words/effect-words.ts";
import { outcomeWords, rejection } from "../shared/words/outcome-words.ts";
import { rollbackWords } from "../shared/words/rollback-words.ts";
import { watchFacts } from "../shared/words/watch-words.ts";
import { setInWords } from "../shared/words/attribution-words.ts";
import { ordinal, recorded } from "./run-tool.ts";
import { pageOf, type Told } from "./told.ts";

/** A rollback, as it was made, planned or proposed. */
export interface RollbackRow {
  readonly toStep: number;
  readonly undone: string;
  readonly kept: string;
  readonly why?: string | undefined;
}

/** An attempt without its steps. */
export interface AttemptRow {
  readonly attempt: number;
  readonly verdict: string;
  readonly reason?: string | undefined;
  readonly score?: number | undefined;
  readonly decidedAt?: string | undefined;
  readonly decision?: string | undefined;
  readonly steps: number;
  readonly kept: number;
  readonly set?: string | undefined;
  readonly rollback?: RollbackRow | undefined;
  readonly facts: { name: string; words: string }[];
  readonly note?: string | undefined;
  readonly effects?: { call: string; standing: string; why?: string | undefined }[] | undefined;
  readonly problems?: { code: string; message: string }[] | undefined;
  readonly missing?: string | undefined;
}

/** Shape of a rollback. */
const rollbackRow: z.ZodType<RollbackRow, RollbackRow> = z.object({
  toStep: ordinal.describe("The first step that ran again, or would have."),
  undone: z.string(),
  kept: z.string(),
  why: recorded.optional(),
});

/** Shape of an attempt. */
export const attemptRow: z.ZodType<AttemptRow, AttemptRow> = z.object({
  attempt: ordinal,
  verdict: z.string().describe("accepted, rejected, stopped early, unjudged or not judged"),
  reason: recorded
    .optional()
    .describe("Recorded text: why the verifier rejected it, what it threw, or what stopped it early."),
  score: z.number().optional().describe("The verifier's score."),
  decidedAt: z.string().optional(),
  decision: z.string().optional(),
  steps: z.number(),
  kept: z.number().describe("Of its first steps, how many it took over from the attempt before."),
  set: z.string().optional().describe("The prediction set and its promise."),
  rollback: rollbackRow.optional(),
  facts: z
    .array(z.object({ name: z.string(), words: recorded }))
    .describe("What was seen of it while it ran, and what the record says of the decision."),
  note: recorded.optional().describe("Recorded text: the note that it was started with."),
  effects: z
    .array(z.object({ call: recorded, standing: z.string(), why: recorded.optional() }))
    .optional()
    .describe("What it did outside of the graph, and what became of that."),
  problems: z.array(z.object({ code: z.string(), message: recorded })).optional(),
  missing: recorded.optional(),
});

/** An attempt without its steps, as the record says. */
export function attemptRowOf(view: AttemptView, told: Told): AttemptRow {
  const { at, attempt, decision, kept, missing, note, outcome, steps } = view;
  const reason = rejection(view);
  const set = setInWords(view);
  const rollback = rollbackRowOf(view, told);
  return {
    attempt,
    verdict: outcomeWords(view).word,
    ...(reason === undefined ? {} : { reason: told.text(`Reason of attempt ${attempt}`, reason, 1000) }),
    score: outcome?.score,
    decidedAt: at,
    decision,
    steps: steps.length,
    kept,
    ...(set === undefined ? {} : { set }),
    ...(rollback === undefined ? {} : { rollback }),
    facts: factsOf(view, told),
    ...(note === undefined ? {} : { note: told.text(`Note of attempt ${attempt}`, note, 2000) }),
    ...effectsOf(view, told),
    ...problemsOf(view, told),
    ...(missing === undefined ? {} : { missing: told.text("Missing steps", missing, 300) }),
  };
}

/** The start that an attempt was rewound to, or would have been; absent where it was not. */
function rollbackRowOf(view: AttemptView, told: Told): RollbackRow | undefined {
  const words = rollbackWords(view);
  if (words === undefined) return undefined;
  const { step = 0 } = view.rewind ?? view.proposed ?? view.planned ?? {};
  return {
    toStep: step + 1,
    undone: told.text("Undone steps", words.undone, 500),
    kept: words.kept,
    ...(words.why === undefined ? {} : { why: told.text("Reason of a rollback", words.why, 600) }),
  };
}

/** Facts of one attempt that an answer lists: there may be a check after each step. */
const FACTS = 30;

function factsOf(view: AttemptView, told: Told): AttemptRow["facts"] {
  const facts = [...decisionFacts(view), ...watchFacts(view)];
  const page = pageOf(facts, { from: 1, limit: FACTS, most: 6000 }, ({ name, words }) => ({
    name,
    words: told.text(name, words, 600),
  }));
  if (page.next !== undefined)
    told.leftOut(`Attempt ${view.attempt}: ${page.of - page.rows.length} further facts.`);
  return [...page.rows];
}

/** Effects of one attempt that an answer lists. */
const EFFECTS = 15;

function effectsOf(view: AttemptView, told: Told): Pick<AttemptRow, "effects"> {
  const { attempt, effects, proposed } = view;
  const page = pageOf(
    effectWords(effects, [], proposed !== undefined),
    { from: 1, limit: EFFECTS, most: 4000 },
    ({ call, standing, why }) => ({
      call: told.text("Call of an effect", call, 300),
      standing,
      ...(why === undefined ? {} : { why: told.text("Reason of an effect", why, 300) }),
    }),
  );
  if (page.of === 0) return {};
  if (page.next !== undefined)
    told.leftOut(`Attempt ${attempt}: ${page.of - page.rows.length} further effects.`);
  return { effects: [...page.rows] };
}

function problemsOf(
  { attempt, problem, problems = [] }: AttemptView,
  told: Told,
): Pick<AttemptRow, "problems"> {
  const all = problem === undefined ? problems : [problem, ...problems];
  const page = pageOf(all, { from: 1, limit: 10, most: 4000 }, ({ code, message }) => ({
    code: told.text("Code of a problem", code, 100),
    message: told.text("Problem", message, 500),
  }));
  if (page.of === 0) return {};
  if (page.next !== undefined)
    told.leftOut(`Attempt ${attempt}: ${page.of - page.rows.length} further problems.`);
  return { problems: [...page.rows] };
}
