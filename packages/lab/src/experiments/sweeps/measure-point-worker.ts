import { macnetSystem } from "../../systems/macnet-system.ts";
import { SIMULATED } from "../../systems/model-choice.ts";
import { systemNamed } from "../../systems/systems.ts";
import { measurePoint } from "./measure-point.ts";
import type { SweepFigures, SweepPoint } from "./sweep-point.ts";

/** One point in a process of its own. */
export async function measureInProcess(point: SweepPoint): Promise<SweepFigures> {
  const { chain, rates } = point;
  const system =
    chain === undefined
      ? await systemNamed(point.system, rates)
      : await macnetSystem(rates, SIMULATED, { topology: "chain", agents: chain });
  return measurePoint(system, point);
}
