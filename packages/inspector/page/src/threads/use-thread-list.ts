import { useEffect, useEffectEvent, useRef, useState } from "react";

import {
  asksForAll,
  type ListedThreads,
  type ThreadQuery,
} from "../../../src/shared/listing/thread-query.ts";
import { usePageData } from "../data/page-data.ts";
import { messageOf } from "../parts/message-of.ts";
import type { Loaded } from "../parts/use-loaded.ts";

/** Milliseconds between the last letter of a search and the search. */
const TYPING = 150;

/** The threads that a query asks for, as far as they are known. */
export interface ThreadList {
  /** List that is shown; it stays until there is an answer to a new query. */
  readonly loaded: Loaded<ListedThreads>;
  /** Whether threads that the query is about have not been looked at yet. */
  readonly isBusy: boolean;
  /** Loads the list again; "anew" reads every thread again. */
  readonly reload: (anew?: "anew") => void;
}

/** Asks for threads, and asks on until the answer covers all that the query is about. */
export function useThreadList(query: ThreadQuery): ThreadList {
  const { threads } = usePageData();
  const key = JSON.stringify(query);
  const [answer, setAnswer] = useState<{ readonly key: string; readonly loaded: Loaded<ListedThreads> }>();
  const [turn, setTurn] = useState(0);
  const isAnew = useRef(false);
  const ask = useEffectEvent(async (show: (value: ListedThreads) => boolean) => {
    const anew = isAnew.current ? ({ anew: true } as const) : {};
    isAnew.current = false;
    let value = await threads(query, anew);
    while (show(value) && isPartial(value, query)) value = await threads(query, { followUp: true });
  });
  const delay = useEffectEvent(() => (answer === undefined || answer.key === key ? 0 : TYPING));
  useEffect(() => {
    let isWanted = true;
    const show = (value: ListedThreads) => {
      if (isWanted) setAnswer({ key, loaded: { state: "there", value } });
      return isWanted;
    };
    const fail = (error: unknown) => {
      if (isWanted) setAnswer({ key, loaded: { state: "failed", message: messageOf(error) } });
    };
    const timer = setTimeout(() => void ask(show).catch(fail), delay());
    return () => {
      isWanted = false;
      clearTimeout(timer);
    };
    // Each turn asks anew.
    // oxlint-disable-next-line react/exhaustive-effect-dependencies
  }, [key, turn]);
  const loaded = answer?.loaded ?? { state: "loading" };
  const isWhole = answer?.key === key && loaded.state === "there" && !isPartial(loaded.value, query);
  return {
    loaded,
    isBusy: loaded.state !== "failed" && !isWhole,
    reload: (anew) => {
      if (anew === "anew") isAnew.current = true;
      setTurn((before) => before + 1);
    },
  };
}

/** Whether threads that the query is about have not been looked at yet. */
function isPartial({ known, more, unread }: ListedThreads, query: ThreadQuery): boolean {
  return unread > 0 || (more && (asksForAll(query) || query.from + query.count > known));
}
