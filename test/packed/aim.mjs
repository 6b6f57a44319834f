// A scorer that suspects one step and no other, and a calibration whose sets hold nothing but the suspect.
import { calibrate } from "@langgraph-rollback/attribution";

const suspects = (indexIn) => ({
  fingerprint: "packed smoke",
  score: async (trajectory) => {
    const suspect = indexIn(trajectory);
    return trajectory.steps.map((_, index) => (index === suspect ? 1 : 0));
  },
});

/** Options of `withRollback` that make a failed run go back to the nth step of a node, from 0. */
export async function aimAt(node, nth = 0) {
  const labelled = Array.from({ length: 30 }, (_, run) => ({
    id: `run-${run}`,
    task: "a task",
    steps: [0, 1, 2].map((index) => ({ index, agent: "node", content: `step ${index}` })),
    outcome: { ok: false },
    label: { decisiveStep: 1 },
  }));
  return {
    scorer: suspects(({ steps }) => steps.filter(({ origin }) => origin?.node === node)[nth]?.index),
    calibration: await calibrate(labelled, { scorer: suspects(() => 1), alpha: 0.2, method: "vanilla" }),
  };
}
