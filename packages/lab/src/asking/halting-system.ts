import type { System } from "../systems/system.ts";

/**
 * The same system, whose runs throw once its model asks nothing any more. A graph takes an error of its model for a failed run, and that is no failure of the
 * system.
 *
 * @param check throws then
 */
export const haltingSystem = (system: System, check: () => void): System => ({
  ...system,
  plant: (...given) => checked(system.plant(...given), check),
  rollBack: (...given) => checked(system.rollBack(...given), check),
  retryNodes: (...given) => checked(system.retryNodes(...given), check),
});

async function checked<Value>(run: Promise<Value>, check: () => void): Promise<Value> {
  const [ended] = await Promise.allSettled([run]);
  check();
  if (ended.status === "rejected") throw ended.reason;
  return ended.value;
}
