import type { SimulationRates } from "@langgraph-rollback/example-simulation";

import { dylanSystem } from "./dylan-system.ts";
import { macnetSystem } from "./macnet-system.ts";
import type { ModelChoice } from "./model-choice.ts";
import type { System } from "./system.ts";
import { supportSystem } from "./support-system.ts";
import { teamSystem } from "./team-system.ts";

type SystemMaker = (rates: Partial<SimulationRates>, asking?: ModelChoice) => Promise<System>;

const SYSTEMS: Readonly<Record<string, SystemMaker>> = {
  MacNet: macnetSystem,
  DyLAN: dylanSystem,
  team: teamSystem,
};

/** All of them, in the order of tables. */
export const SYSTEM_NAMES: readonly string[] = Object.keys(SYSTEMS);

/** An agent of LangChain's `createAgent`, of a model with rates of its own. */
export const SUPPORT = "support";

/**
 * @param rates  of the simulated model; those of the examples unless told
 * @param asking which model is asked; the simulated one unless told. The support agent has no other
 * @throws {RangeError} on a name that is none
 */
export async function systemNamed(
  name: string,
  rates: Partial<SimulationRates> = {},
  asking?: ModelChoice,
): Promise<System> {
  if (name === SUPPORT) return supportSystem();
  const system = SYSTEMS[name];
  if (system === undefined)
    throw new RangeError(`Expected a system of ${SYSTEM_NAMES.join(", ")}, got ${name}.`);
  return system(rates, asking);
}
