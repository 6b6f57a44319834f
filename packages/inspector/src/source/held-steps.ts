import type { RecordedTrajectory } from "langgraph-rollback";

/** Characters that stand for what a step takes beside its content. */
const STEP = 500;

/** Attempts with all their steps, as many as there is room for. */
export interface HeldSteps {
  /** Holds an attempt in the place of those that were not asked for for longest. One that is larger than all the room is not held. */
  readonly hold: (trajectory: RecordedTrajectory) => void;
  /** Steps that are held of a thread's attempt. */
  readonly at: (thread: string, head: string) => RecordedTrajectory | undefined;
}

/**
 * Room for steps that are read, whatever the number of the threads that they are of.
 *
 * @param characters of all that is held, roughly
 */
export function heldSteps(characters: number): HeldSteps {
  const held = new Map<string, { readonly trajectory: RecordedTrajectory; readonly size: number }>();
  let left = characters;
  const letGo = (key: string): void => {
    left += held.get(key)?.size ?? 0;
    held.delete(key);
  };
  return {
    hold: (trajectory) => {
      const key = keyOf(trajectory.threadId, trajectory.head);
      letGo(key);
      const size = sizeOf(trajectory);
      if (size > characters) return;
      for (const oldest of held.keys()) {
        if (size <= left) break;
        letGo(oldest);
      }
      left -= size;
      held.set(key, { trajectory, size });
    },
    at: (thread, head) => {
      const key = keyOf(thread, head);
      const found = held.get(key);
      if (found === undefined) return undefined;
      held.delete(key);
      held.set(key, found);
      return found.trajectory;
    },
  };
}

const keyOf = (thread: string, head: string): string => `${thread}\n${head}`;

function sizeOf({ steps, task }: RecordedTrajectory): number {
  return steps.reduce((sum, { content }) => sum + STEP + content.length, task.length);
}
