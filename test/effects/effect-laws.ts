import { keysIn } from "./acting.ts";
import { brokenByActs, brokenByBranch } from "./laws/acts.ts";
import { brokenByRecords } from "./laws/records.ts";
import { brokenByReleases } from "./laws/releases.ts";
import { toldBefore, toldBy } from "./laws/told.ts";
import { brokenByUndos } from "./laws/undos.ts";
import type { EndedTurn } from "./run-program.ts";
import type { World } from "./world.ts";

/** In what a turn that has ended does not keep its word; nothing where it does. */
export function brokenLaws(ended: EndedTurn, world: World): readonly string[] {
  const kept = new Set(keysIn(ended.values));
  const told = toldBy(ended);
  const before = toldBefore(ended);
  return [
    ...ended.surprises,
    ...brokenByActs(ended, world, { told, before, kept }),
    ...brokenByBranch(kept, world, told),
    ...brokenByReleases(ended, world, told),
    ...brokenByUndos(ended, world, kept),
    ...brokenByRecords(ended, told, before),
  ];
}
