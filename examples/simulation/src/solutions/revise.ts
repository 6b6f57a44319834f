import type { SimulatedReply } from "../model/simulated-model.ts";
import { checkerTurn } from "../turns/checker-turn.ts";
import { corrected, readCorrection, type Solution, solutionText } from "./solution.ts";
import { styleOf, type Worker, workOn } from "./worker.ts";

/** A solution passed on. It errs by putting a part "right" that is right already, as the checker does. */
export function revise(worker: Worker, solution: Solution): SimulatedReply {
  const check = checkerTurn(solution, worker.rates, styleOf(worker));
  return workOn(worker, {
    key: "revision",
    right: solutionText(solution),
    mistaken(kind, draw) {
      const mistake = check.mistaken(kind, draw);
      const correction = mistake && readCorrection(mistake.content);
      if (mistake === undefined || correction === undefined) return undefined;
      return { ...mistake, content: solutionText(corrected(solution, correction)) };
    },
  });
}
