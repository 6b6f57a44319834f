import type { ReactNode } from "react";

import { attemptKey } from "../../../src/shared/labels/attempt-key.ts";
import type { Label } from "../../../src/shared/labels/label.ts";
import { usePageData } from "../data/page-data.ts";
import { TraceText } from "../parts/trace-text.tsx";
import { useLoaded } from "../parts/use-loaded.ts";
import { scorerWords } from "./scorer-words.ts";
import { useScoresInView } from "./scores-in-view.ts";

/**
 * Whether the scorer's set held the step of the label before the last one. The last one may still be taken back for a slip of the key, and given
 * again: it must not be led by then.
 */
export function ScorerOnEarlier({ label }: { readonly label: Label }): ReactNode {
  const data = usePageData();
  const { loaded } = useLoaded(attemptKey(label), () => data.attemptToLabel(label, false));
  const view = loaded.state === "there" ? loaded.value : undefined;
  const words = scorerWords(view?.attribution, [label]);
  useScoresInView(label, words !== undefined);
  if (words === undefined) return undefined;
  return (
    <p className="soft scorer-on-earlier">
      The label before, of <TraceText text={label.thread} />: {words}
    </p>
  );
}
