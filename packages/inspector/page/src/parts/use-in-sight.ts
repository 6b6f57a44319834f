import { useLayoutEffect, useRef } from "react";

/**
 * Tells whether an event was made while a place was in sight. A busy browser hands keys over late: what was typed while one place was
 * in sight must not act on the next.
 *
 * @param place changes with what is shown
 */
export function useInSight(place: string): (event: Event) => boolean {
  const since = useRef(Infinity);
  useLayoutEffect(() => {
    since.current = Infinity;
    // The frame that this belongs to is the first one that shows the place.
    const frame = requestAnimationFrame(() => {
      since.current = performance.now();
    });
    return () => cancelAnimationFrame(frame);
    // A place comes into sight when it changes.
    // oxlint-disable-next-line react/exhaustive-effect-dependencies
  }, [place]);
  return ({ timeStamp }) => timeStamp >= since.current;
}
