import type { ReactNode } from "react";

import type { AskedRollbackView } from "../../../src/shared/view/waiting-view.ts";
import { useInSight } from "../parts/use-in-sight.ts";
import { usePressed } from "../parts/use-pressed.ts";
import { takenWords } from "./action-names.ts";
import { useActing } from "./use-acting.ts";

/** Answers a question about a rollback; what approving would do stands beside them. */
export function AnswerButtons({ rollback }: { readonly rollback: AskedRollbackView }): ReactNode {
  const acting = useActing();
  const { onKeyDown, pressOf } = usePressed();
  const isInSight = useInSight(acting?.view?.expected ?? "");
  if (acting?.view?.question === undefined) return null;
  const { act, by, open, thread, view } = acting;
  const { question, expected } = view;
  // The question is read apart from what can be done: the answer is to the one that is in sight.
  const isIt = question?.attempt === rollback.attempt && question.step === rollback.step;
  if (!isIt) return null;
  return (
    <div className="answer-buttons">
      <button
        type="button"
        className="primary"
        onKeyDown={onKeyDown}
        onClick={(click) => {
          if (!isInSight(pressOf(click))) return;
          void act("answer", { thread, by, expected, decision: "approve" }, takenWords("Approved.", view));
        }}
      >
        Approve
      </button>
      <button type="button" onClick={() => open({ kind: "approve", step: rollback.step })}>
        Another step or note …
      </button>
      <button type="button" onClick={() => open({ kind: "decline" })}>
        Decline …
      </button>
    </div>
  );
}
