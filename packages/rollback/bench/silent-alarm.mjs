import { calibrateAlarm, fitAlarm, fitProgressScorer, progressScores } from "@langgraph-rollback/attribution";

/** Simulated: wrong runs meet an error. */
const runs = Array.from({ length: 200 }, (_, at) => ({
  right: at % 2 === 0,
  steps: Array.from({ length: 4 }, (__, index) => ({
    index,
    agent: "act",
    content:
      at % 4 === 1 && index > 0 ? "Error: not found" : `found ${at} ${"more ".repeat((at + index) % 9)}`,
  })),
}));
const scorer = fitProgressScorer(runs);
const scored = runs.map(({ right, steps }) => ({ right, scores: progressScores(scorer, { steps }) }));

/** An alarm of the local scorer, as `watch` takes it. At alpha 0 it scores every step and never stops a run. */
export const silentAlarm = {
  alarm: calibrateAlarm(scored, { model: fitAlarm(scored), scorer }),
  alpha: 0,
};
