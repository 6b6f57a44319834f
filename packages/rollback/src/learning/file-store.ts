import { stat } from "node:fs/promises";

import {
  appendJsonLine,
  type EvidenceEntry,
  evidenceIn,
  type LearningState,
  learningStateIn,
  readJsonLines,
} from "@langgraph-rollback/attribution";

import { textIn } from "../errors/describe-error.ts";
import { checked, type LearningStore } from "./learning-store.ts";

interface Contents {
  readonly evidence: readonly EvidenceEntry[];
  readonly states: readonly LearningState[];
}

/** @internal A store in a file of JSON Lines. Several processes may add to it. */
export function fileStore(path: string): LearningStore {
  let seen: string | undefined;
  let held: Contents = { evidence: [], states: [] };
  const contents = async (): Promise<Contents> => {
    const now = await stampOf(path);
    if (now === seen) return held;
    const values = (await readJsonLines(path)).map(({ value }) => value);
    held = {
      evidence: values.flatMap((value) => evidenceIn(value) ?? []),
      states: values.flatMap((value) => learningStateIn(value) ?? []),
    };
    seen = now;
    return held;
  };
  const states = async (agent?: string): Promise<readonly LearningState[]> =>
    (await contents()).states.filter((state) => agent === undefined || state.agent === agent);
  return {
    place: path,
    add: (_thread, entry) => appendJsonLine(path, checked(entry, evidenceIn)),
    evidence: async (agent) =>
      (await contents()).evidence.filter((entry) => agent === undefined || entry.agent === agent),
    put: (state) => appendJsonLine(path, checked(state, learningStateIn)),
    newest: async (agent) => (await states(agent)).at(-1),
    states,
  };
}

/** Changes with every line that is added. */
async function stampOf(path: string): Promise<string> {
  try {
    const { ino, size, mtimeNs } = await stat(path, { bigint: true });
    return `${ino} ${size} ${mtimeNs}`;
  } catch (error) {
    if (textIn(error, "code") === "ENOENT") return "";
    throw error;
  }
}
