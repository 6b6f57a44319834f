import type { FrontierPoint } from "./frontier.ts";
import { percent, plainTable } from "./plain-table.ts";

const NAMES: Readonly<Record<FrontierPoint["policy"], string>> = {
  restart: "restart",
  "to-set": "to the set",
  "least-cost": "least cost",
};

/** Policies at one to four rollbacks, no wider than 77 characters, and what they say about restarting. */
export function frontierTable(points: readonly FrontierPoint[], runs: number): string {
  const head = ["up to", "policy", "recovered", "steps a run", "vs restart", "points more"];
  const table = plainTable(head, ["right", "left", "right", "right", "right", "right"]);
  for (const point of points) table.push(rowOf(point, runs));
  return [table.toString(), ...headline(points)].join("\n");
}

function rowOf(point: FrontierPoint, runs: number): string[] {
  const { morePoints, policy, recovered, rollbacks, steps, stepsOfRestart } = point;
  const isRestart = policy === "restart";
  return [
    isRestart ? String(rollbacks) : "",
    NAMES[policy],
    percent(recovered),
    runs === 0 ? "-" : (steps / runs).toFixed(2),
    stepsOfRestart === null || isRestart ? "" : stepsOfRestart.toFixed(2),
    morePoints === null || isRestart
      ? ""
      : `${signed(morePoints.mean)} ± ${morePoints.standardError.toFixed(1)}`,
  ];
}

/** Why not simply restart: three planned rollbacks against two restarts, and what is lost at the same number. */
function headline(points: readonly FrontierPoint[]): readonly string[] {
  const at = (policy: FrontierPoint["policy"], rollbacks: number): FrontierPoint | undefined =>
    points.find((point) => point.policy === policy && point.rollbacks === rollbacks);
  const [three, two, same] = [at("least-cost", 3), at("restart", 2), at("restart", 3)];
  if (three === undefined || two === undefined || same === undefined || two.steps === 0) return [];
  return [
    `Three rollbacks by least cost recover ${percent(three.recovered)} for ${(three.steps / two.steps).toFixed(2)} of the steps with which two restarts recover ${percent(two.recovered)}. Three restarts recover ${percent(same.recovered)}.`,
  ];
}

function signed(points: number): string {
  return `${points < 0 ? "-" : "+"}${Math.abs(points).toFixed(1)}`;
}
