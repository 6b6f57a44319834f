import { createHash } from "node:crypto";

import { modelFingerprint } from "../scorers/model-fingerprint.ts";
import type { LearningState, LearntVersion } from "./learning-entry.ts";

/** Failed runs up to which each one that would restart tries a drawn step; behind it the share falls as 1 / sqrt. */
const ALL_TRY = 100;

/** Share of failed runs whose first rollback tries a drawn step in place of a restart, once so many have failed. */
export const exploredShare = (failures: number, least: number): number =>
  Math.max(least, Math.min(1, Math.sqrt(ALL_TRY / Math.max(1, failures))));

/** A version with the id that follows from what it holds. */
export function versionOf(held: Omit<LearntVersion, "id">): LearntVersion {
  const { at, cap, explore, latest, model } = held;
  const scorer = model === undefined ? "" : modelFingerprint(model);
  const id = createHash("sha256")
    .update(JSON.stringify([at, cap, explore, latest, scorer]))
    .digest("hex")
    .slice(0, 12);
  return { ...held, id };
}

/** The version before anything is known: rollbacks restart, or try drawn steps. Its id is "cold" in every process. */
export const COLD_VERSION: LearntVersion = {
  id: "cold",
  at: "1970-01-01T00:00:00.000Z",
  failures: 0,
  explore: 1,
  latest: 0,
  cap: "lifted",
};

/** What is in force for an agent that has learnt nothing yet. */
export const coldState = (agent: string): LearningState => ({
  kind: "state",
  format: 1,
  agent,
  at: COLD_VERSION.at,
  change: "version",
  reason: "Nothing is known of where mistakes lie.",
  version: COLD_VERSION,
  failures: 0,
});
