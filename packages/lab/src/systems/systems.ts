import type { SimulationRates } from "@langgraph-rollback/example-simulation";

import { dylanSystem } from "./dylan-system.ts";
import { macnetSystem } from "./macnet-system.ts";
import type { System } from "./system.ts";
import { supportSystem } from "./support-system.ts";
import { teamSystem } from "./team-system.ts";

const SYSTEMS: Readonly<Record<string, (rates: Partial<SimulationRates>) => Promise<System>>> = {
  MacNet: macnetSystem,
  DyLAN: dylanSystem,
  team: teamSystem,
};

/** All of them, in the order of tables. */
export const SYSTEM_NAMES: readonly string[] = Object.keys(SYSTEMS);

/** An agent of LangChain's `createAgent`, of a model with rates of its own. */
export const SUPPORT = "support";

/**
 * @param rates of the simulated model; those of the examples unless told
 * @throws {RangeError} on a name that is none
 */
export async function systemNamed(name: string, rates: Partial<SimulationRates> = {}): Promise<System> {
  if (name === SUPPORT) return supportSystem();
  const system = SYSTEMS[name];
  if (system === undefined)
    throw new RangeError(`Expected a system of ${SYSTEM_NAMES.join(", ")}, got ${name}.`);
  return system(rates);
}
