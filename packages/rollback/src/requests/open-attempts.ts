import type { StampedAttempt } from "../steps/attempt-stamp.ts";

/** @internal An attempt that runs, as far as `rollbackTool` looks at it. */
export interface OpenAttempt {
  /** Why no request can end it, in words for the model; absent where one can. */
  readonly refusal: string | undefined;
  /** Id of the tool call that has asked, once one has. */
  askedBy?: string;
  /** Whether a request was refused. */
  wasRefused: boolean;
  /** Ends it: what asks from now on is told that it comes too late. */
  readonly close: () => void;
}

/** The attempts that run in this process. */
const open = new Map<string, OpenAttempt>();

const keyOf = ({ run, attempt }: StampedAttempt): string => `${attempt} ${run}`;

/** @internal Lets tools ask for the end of an attempt until it is closed. */
export function openForRequests(stamp: StampedAttempt, refusal: string | undefined): OpenAttempt {
  const key = keyOf(stamp);
  const close = (): void => {
    if (open.get(key) === own) open.delete(key);
  };
  const own: OpenAttempt = { refusal, wasRefused: false, close };
  open.set(key, own);
  return own;
}

/** @internal The attempt, if it still runs in this process. */
export const openAttempt = (stamp: StampedAttempt): OpenAttempt | undefined => open.get(keyOf(stamp));
