import { useEffectEvent, useLayoutEffect, useState } from "react";

import { messageOf } from "./message-of.ts";

/** State of loading a value. */
export type Loaded<Value> =
  | { readonly state: "loading" }
  | { readonly state: "failed"; readonly message: string }
  | { readonly state: "there"; readonly value: Value };

/**
 * Asks for something, and again when `key` changes or `reload` is called. A reload keeps what is shown until the new
 * answer is there, so that nothing flickers or scrolls away.
 *
 * @param key identifies the request: the answer to another key is never shown
 */
export function useLoaded<Value>(
  key: string,
  load: () => Promise<Value>,
): { readonly loaded: Loaded<Value>; readonly reload: () => void } {
  const [answer, setAnswer] = useState<{
    readonly key: string;
    readonly turn: number;
    readonly loaded: Loaded<Value>;
  }>();
  const [turn, setTurn] = useState(0);
  const ask = useEffectEvent(load);
  // Before the browser paints what stands there meanwhile: the answer takes long enough.
  useLayoutEffect(() => {
    let isWanted = true;
    const show = (loaded: Loaded<Value>) => {
      if (isWanted) setAnswer({ key, turn, loaded });
    };
    ask().then(
      (value) => show({ state: "there", value }),
      (error: unknown) => show({ state: "failed", message: messageOf(error) }),
    );
    return () => {
      isWanted = false;
    };
  }, [key, turn]);
  const loaded: Loaded<Value> = answer?.key === key ? answer.loaded : { state: "loading" };
  return { loaded, reload: () => setTurn((before) => before + 1) };
}
