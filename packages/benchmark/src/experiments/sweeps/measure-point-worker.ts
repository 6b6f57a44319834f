import { systemNamed } from "../../systems/systems.ts";
import { measurePoint } from "./measure-point.ts";
import type { SweepFigures, SweepPoint } from "./sweep-point.ts";

/** One point in a process of its own. */
export async function measureInProcess(point: SweepPoint): Promise<SweepFigures> {
  return measurePoint(await systemNamed(point.system, point.rates), point);
}
