import { useEffect, useState } from "react";

/** Milliseconds in which the rest of a page is painted. */
const SOON = 100;

/** False at first and true soon after: for what would keep the rest of a page from being painted. */
export function useSoon(): boolean {
  const [isSoon, setSoon] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setSoon(true), SOON);
    return () => clearTimeout(timer);
  }, []);
  return isSoon;
}
