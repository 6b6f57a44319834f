import { type RefCallback, useCallback, useState } from "react";

/** The width of an element in whole pixels, as it changes; 0 before it is known. */
export function useWidth(): readonly [RefCallback<Element>, number] {
  const [width, setWidth] = useState(0);
  const measure = useCallback((element: Element | null) => {
    if (element === null) return undefined;
    const observer = new ResizeObserver(([entry]) => setWidth(Math.floor(entry?.contentRect.width ?? 0)));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return [measure, width];
}
