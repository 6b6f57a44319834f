import { type ReactNode, useRef, useState } from "react";

import { attemptKey, type AttemptId } from "../../../src/shared/labels/attempt-key.ts";
import { RIGHT_OR_WRONG } from "../../../src/shared/labels/label.ts";
import { useInSight } from "../parts/use-in-sight.ts";
import { useKeys } from "../parts/use-keys.ts";
import { shownVerdict } from "./shown-verdict.ts";
import type { GivenLabels } from "./use-given-labels.ts";
import { ReasonField, TakeBack, VerdictButton } from "./verdict-parts.tsx";

interface RunVerdictBarProps {
  readonly id: AttemptId;
  /** Number of the run's steps. */
  readonly steps: number;
  readonly given: GivenLabels;
}

/** Says whether a run is right. */
export function RunVerdictBar({ id, steps, given }: RunVerdictBarProps): ReactNode {
  const [reason, setReason] = useState("");
  const field = useRef<HTMLInputElement>(null);
  const { give } = given;
  const isInSight = useInSight(attemptKey(id));
  const say = (kind: "right" | "wrong" | "unsure") =>
    shownVerdict(
      () => {
        const { thread, run, attempt } = id;
        const why = reason.trim();
        const about = { thread, run, attempt, steps, convention: RIGHT_OR_WRONG } as const;
        give?.({ ...about, verdict: { kind }, ...(why === "" ? {} : { reason: why }) }, () => setReason(""));
      },
      isInSight,
      given,
    );
  const [right, wrong, unsure] = [say("right"), say("wrong"), say("unsure")];
  useKeys({ r: right, w: wrong, m: unsure, e: () => field.current?.focus() });
  if (give === undefined) return undefined;
  return (
    <section className="verdict-bar" aria-label="Your label">
      <div className="verdict-buttons">
        <VerdictButton keyName="r" say={right}>
          Right
        </VerdictButton>
        <VerdictButton keyName="w" say={wrong}>
          Wrong
        </VerdictButton>
        <VerdictButton keyName="m" say={unsure}>
          Maybe: not sure
        </VerdictButton>
        <TakeBack given={given} />
      </div>
      <ReasonField keyName="e" field={field} reason={reason} change={setReason} />
    </section>
  );
}
