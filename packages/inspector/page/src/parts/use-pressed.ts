import { type KeyboardEvent, type MouseEvent, useRef } from "react";

/**
 * Tells the event by which a button was pressed. A key on a button becomes a click, which has the time at which the browser came to it, and not that of the key.
 *
 * @returns properties for the button, or for what encloses it
 */
export function usePressed(): {
  readonly onKeyDown: (event: KeyboardEvent) => void;
  readonly pressOf: (click: MouseEvent) => Event;
} {
  const key = useRef<Event>(undefined);
  return {
    onKeyDown: ({ nativeEvent }) => (key.current = nativeEvent),
    // A click without a pointer.
    pressOf: ({ detail, nativeEvent }) => (detail === 0 ? (key.current ?? nativeEvent) : nativeEvent),
  };
}
