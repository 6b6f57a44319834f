import type { RecordedStep } from "./recorded-trajectory.ts";
import { quoteText } from "./quote-text.ts";

/** Most characters of a line besides the step's text: mark, number, agent, score. */
const FRAME = 80;
/** Least room for a step's text; with less for each, some steps are left out. */
const SHORTEST = 24;
const LEFT_OUT = 40;

/**
 * @internal Steps as lines of a note, `> step 3 ("solver", 0.61): "6*7 = 44"`, in at most `room` characters.
 * The more suspicious half gets twice the room; where not even short quotes fit, the least suspicious are left out.
 *
 * @param scores suspicion by step index, in [0, 1]
 * @param isMarked whether a step carries the mark ">"
 */
export function quotedSteps(
  steps: readonly RecordedStep[],
  scores: readonly number[],
  isMarked: (step: RecordedStep) => boolean,
  room: number,
): readonly string[] {
  const suspicion = (step: RecordedStep): number => scores[step.index] ?? 0;
  const places = Math.max(0, Math.floor((room - LEFT_OUT) / (FRAME + SHORTEST)));
  const bySuspicion = steps.toSorted((a, b) => suspicion(b) - suspicion(a));
  const shown = new Set(bySuspicion.slice(0, places));
  const favoured = new Set(bySuspicion.slice(0, Math.ceil(shown.size / 2)));
  const share = (room - LEFT_OUT - FRAME * shown.size) / (shown.size + favoured.size);
  const lines = steps
    .filter((step) => shown.has(step))
    .map((step) => {
      const text = quoteText(step.content, Math.max(16, Math.floor(favoured.has(step) ? 2 * share : share)));
      const label = `step ${step.index + 1} (${quoteText(step.agent, 40)}, ${suspicion(step).toFixed(2)})`;
      return `${isMarked(step) ? ">" : " "} ${label}: ${text}`;
    });
  const missing = steps.length - shown.size;
  return missing === 0 ? lines : [...lines, `  (${missing} less suspicious steps left out)`];
}
