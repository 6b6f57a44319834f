import type { ReactNode } from "react";

import type { StartedRun } from "../../../src/shared/acting/acting-view.ts";
import { Notice, Starter } from "./notice.tsx";
import { useActing } from "./use-acting.ts";

/** Something that a person has started and that still runs, with a button that stops it. */
export function UnderWay({
  run,
  what,
  title,
}: {
  readonly run: StartedRun;
  readonly what: "run" | "what-if";
  /** Tells what is left of it once it is stopped. */
  readonly title: string;
}): ReactNode {
  const acting = useActing();
  if (acting === undefined) return null;
  const { act, by, thread } = acting;
  return (
    <Notice isBad={false}>
      The {what} that <Starter run={run} /> is under way.{" "}
      <button
        type="button"
        title={title}
        onClick={() => void act("stop", { thread, by, id: run.id }, `The ${what} was stopped.`)}
      >
        Stop
      </button>
    </Notice>
  );
}
