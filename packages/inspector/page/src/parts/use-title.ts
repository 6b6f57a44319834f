import { useEffect } from "react";

import { shownText } from "./shown-text.ts";

/** Names the page in the browser's tab and history. */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = `${shownText(title)} · langgraph-rollback`;
  }, [title]);
}
