import type { EvidenceEntry, LearningState } from "@langgraph-rollback/attribution";

import { RecordFormatError } from "../errors/record-format-error.ts";

/** @internal Where an agent's evidence and versions are kept. Entries are only ever added. */
export interface LearningStore {
  /** Names the place: equal for equal places of one process. */
  readonly place: object | string;
  /**
   * Adds a run or its replays.
   *
   * @param thread that the run was on
   */
  readonly add: (thread: string, entry: EvidenceEntry) => Promise<void>;
  /** All evidence of an agent, or of all agents, by time. Entries that cannot be read are left out. */
  readonly evidence: (agent?: string) => Promise<readonly EvidenceEntry[]>;
  /** Writes what is in force from now on. */
  readonly put: (state: LearningState) => Promise<void>;
  /** What is in force; `undefined` before anything was learnt. */
  readonly newest: (agent: string) => Promise<LearningState | undefined>;
  /** All that was ever in force, oldest first; of one agent, or of all. */
  readonly states: (agent?: string) => Promise<readonly LearningState[]>;
}

/**
 * @internal An entry as it will be read again.
 *
 * @throws {RecordFormatError} if it could not be; nothing is written then
 */
export function checked<T extends { readonly kind: string }>(
  entry: T,
  read: (value: unknown) => object | undefined,
): T {
  if (read(entry) === undefined)
    throw new RecordFormatError(`Learning of kind "${entry.kind}" is out of its range`);
  return entry;
}
