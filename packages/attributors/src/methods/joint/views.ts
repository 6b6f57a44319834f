import type { Redact } from "@langgraph-rollback/attribution";

import { countTokens } from "../../asking/text/count-tokens.ts";
import type { Evidence } from "../../asking/text/evidence.ts";
import type { FramedText } from "../../asking/text/frame.ts";
import { redactSteps } from "../../asking/text/redact-steps.ts";
import { shortStep, stepWithin, terseStep, terseTrace } from "../../asking/text/terse-trace.ts";
import { evidenceTexts, terseTexts } from "../../asking/text/transcript.ts";
import { partsOf } from "./parts.ts";

/** Characters of each step in the outline. */
const OUTLINED = 100;
/** The outline's share of the window, at most. */
const OUTLINE_SHARE = 1 / 4;

/** @internal Part of a run that one call reads. */
export interface View {
  /** The steps that it shows in full (if they fit), 0-based, ascending. */
  readonly steps: readonly number[];
  readonly evidence: readonly FramedText[];
}

/** @internal How much to show at once. */
export interface ViewSettings {
  /** Tokens of the trace that a view may hold. */
  readonly window: number;
  /** Steps that a view has in common with the one before, at most. */
  readonly overlap: number;
  readonly redact: Redact | undefined;
}

/** @internal How a trajectory is shown within a window. */
export interface Views {
  /** All steps, in order: one view if everything fits, else views that overlap. */
  readonly all: readonly View[];
  /** A view of these steps, for another look: the only one, if everything fits. */
  of(steps: readonly number[]): View;
}

/**
 * @internal Shows a run in as many views as its window asks for. Several views begin alike: with an outline, the beginnings of
 * all steps, unless that alone would take a quarter of the window.
 */
export function viewsOf(evidence: Evidence, { overlap, redact, window }: ViewSettings): Views {
  const steps = redactSteps(evidence.trajectory.steps, redact);
  const costs = steps.map((step) => countTokens(terseStep(step), window) + 1);
  const numbers = steps.map((_, index) => index);
  if (costs.reduce((sum, cost) => sum + cost, 0) <= window) {
    const view = { steps: numbers, evidence: terseTexts(evidence, redact) };
    return { all: [view], of: () => view };
  }
  const outline = terseTrace(steps.map((step) => shortStep(step, OUTLINED)));
  const outlined = countTokens(outline, window) <= window * OUTLINE_SHARE;
  const budget = Math.max(1, window - (outlined ? countTokens(outline) : 0));
  const show = (shown: readonly number[], each: number): View => {
    const full = terseTrace(
      shown.flatMap((index) => steps[index] ?? []).map((step) => stepWithin(step, each)),
    );
    const texts = outlined
      ? [...evidenceTexts(evidence, outline), { label: "steps in full", text: full }]
      : evidenceTexts(evidence, full);
    return { steps: shown, evidence: texts };
  };
  const held = costs.map((cost) => Math.min(budget, cost));
  return {
    all: partsOf(held, budget, overlap).map(({ from, to }) => show(numbers.slice(from, to + 1), budget)),
    of: (shown) => show(shown, Math.floor(budget / Math.max(1, shown.length))),
  };
}
