/** Keys of acts under way, by the id of the callback run that does them. */
const keys = new Map<string, string>();

/** Runs whose calls were aborted: their acts may go on, and nobody sees their end. Oldest first. */
const cutOff = new Set<string>();

const MOST_CUT_OFF = 1000;

/** @internal */
export const keepKey = (runId: string, key: string): void => void keys.set(runId, key);

/** @internal */
export const dropKey = (runId: string): void => void keys.delete(runId);

/** @internal Keeps the key of an act whose end nobody will see. All but those of the newest thousand are dropped. */
export function leaveKey(runId: string): void {
  cutOff.add(runId);
  const [oldest = ""] = cutOff;
  if (cutOff.size <= MOST_CUT_OFF) return;
  cutOff.delete(oldest);
  keys.delete(oldest);
}

/** @internal */
export const keyOfRun = (runId: string): string | undefined => keys.get(runId);
