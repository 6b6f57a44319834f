import type { StepAddress } from "../shared/view/step-detail.ts";
import type { AttemptView, ThreadView } from "../shared/view/thread-view.ts";

/**
 * Addresses of all steps, those first that one wants to look into: of prediction sets, then what later attempts did
 * differently, then what led there, then what an attempt only took over.
 */
export function stepsByInterest(views: readonly ThreadView[]): readonly StepAddress[] {
  const ranked = views.flatMap(({ id: thread, runs }) =>
    runs.flatMap(({ run, attempts }) =>
      attempts.flatMap((view) =>
        view.steps.map(({ index }) => ({
          rank: rankOf(view, index),
          address: { thread, run, attempt: view.attempt, step: index },
        })),
      ),
    ),
  );
  // Stable: within a rank the steps stay in order.
  return ranked.toSorted((a, b) => a.rank - b.rank).map(({ address }) => address);
}

function rankOf({ attempt, attribution, kept }: AttemptView, step: number): number {
  if (step < kept) return 3;
  if (attribution?.set.steps.includes(step)) return 0;
  return attempt > 1 ? 1 : 2;
}
