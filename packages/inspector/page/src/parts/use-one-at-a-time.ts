import { useRef } from "react";

import { messageOf } from "./message-of.ts";

/**
 * Does one thing at a time, and ignores calls meanwhile. The continuation runs once it is done.
 *
 * @param onError what to do about an action that failed, given its message
 */
export function useOneAtATime(
  onError: (message: string) => void,
): (action: () => Promise<() => void>) => Promise<void> {
  // No state: of two clicks the second may come before anything is drawn anew.
  const isBusy = useRef(false);
  return async (action) => {
    if (isBusy.current) return;
    isBusy.current = true;
    const outcome = await action().catch((error: unknown) => () => onError(messageOf(error)));
    isBusy.current = false;
    outcome();
  };
}
