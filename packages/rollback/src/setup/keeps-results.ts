import type { ResolvedOptions } from "./rollback-options.ts";
import type { RollbackContext } from "./rollback-context.ts";

/** Wrapped graphs in which a kept task ran again, by their options: copies of a graph share them. */
const doNot = new WeakSet<ResolvedOptions>();

/** @internal Rollbacks of this graph go back to whole supersteps from now on, until the process ends. */
export function stopKeeping({ options }: RollbackContext): void {
  doNot.add(options);
}

/** @internal Whether a rollback may keep results inside a superstep. */
export const keepsResults = ({ options }: RollbackContext): boolean => !doNot.has(options);
