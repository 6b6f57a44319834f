import { type ReactNode, useState } from "react";

import type { ActingView } from "../../../src/shared/acting/acting-view.ts";
import type { Acts } from "../data/page-data.ts";
import { useLoaded } from "../parts/use-loaded.ts";
import { TraceText } from "../parts/trace-text.tsx";
import { takenWords } from "./action-names.ts";
import { ActionForm } from "./dialog-parts.tsx";
import { RetryPreview } from "./retry-preview.tsx";
import { type Intent, useActing } from "./use-acting.ts";

/** A retry from a step, or an approval with another step or note. */
export function RetryForm({
  first,
  intent,
  acts,
  onDone,
}: {
  /** The preview of the step that it was opened for. */
  readonly first: ActingView;
  readonly intent: Intent & { readonly kind: "retry" | "approve" };
  readonly acts: Acts;
  readonly onDone: () => void;
}): ReactNode {
  const acting = useActing();
  const [step, setStep] = useState(intent.step);
  const [note, setNote] = useState<string>();
  const [mayStand, setMayStand] = useState(false);
  const thread = acting?.thread ?? "";
  const { loaded } = useLoaded(`${first.expected} ${step}`, () =>
    step === intent.step ? Promise.resolve(first) : acts.view(thread, step),
  );
  if (acting === undefined) return null;
  const view = loaded.state === "there" ? loaded.value : undefined;
  const { expected, question, refused, retry } = view ?? {};
  const needsConsent = retry !== undefined && retry.cannotUndo.length > 0;
  const isApproval = intent.kind === "approve";
  // A queue without the agent shows no more than its question.
  const isBlind = isApproval && question !== undefined && view?.hasNoAgent === true;
  const count = retry === undefined ? undefined : retry.kept + retry.undone.length;
  return (
    <ActionForm
      title={isApproval ? `Approve the rollback, from step ${step + 1}` : `Retry from step ${step + 1}`}
      button={isApproval ? `Approve from step ${step + 1}` : `Retry from step ${step + 1}`}
      isReady={isBlind || (retry !== undefined && (!needsConsent || mayStand))}
      onDone={onDone}
      onSend={(asked) => {
        if (expected === undefined) return Promise.resolve(false);
        const body = { thread, expected, ...asked, step, ...(note === undefined ? {} : { note }) };
        return isApproval
          ? acting.act("answer", { ...body, decision: "approve" }, takenWords("Approved.", view ?? {}))
          : acting.act("retry", { ...body, ...(mayStand ? { mayStand } : {}) }, retryWords(view));
      }}
    >
      <label className="action-field">
        <span>First step that runs again</span>
        <input
          type="number"
          min={1}
          max={count}
          value={step + 1}
          onChange={({ target }) => {
            if (target.validity.valid && target.value !== "") setStep(target.valueAsNumber - 1);
          }}
        />
      </label>
      {loaded.state === "failed" && <TraceText as="p" className="failed" text={loaded.message} />}
      {isBlind && (
        <p className="soft">
          {step === question.step ? (
            "The question tells what would be undone."
          ) : (
            <>
              What would be undone from another step is shown only with the agent, by{" "}
              <code>--act MODULE#NAME</code>. If the graph cannot go back there, the question stays open.
            </>
          )}
        </p>
      )}
      {refused !== undefined && !isBlind && <TraceText as="p" className="failed" text={refused} />}
      {retry !== undefined && <RetryPreview asked={step} retry={retry} />}
      {needsConsent && (
        <label className="action-consent">
          <input type="checkbox" checked={mayStand} onChange={({ target }) => setMayStand(target.checked)} />
          <span>What nothing undoes may stay as it is.</span>
        </label>
      )}
      <label className="action-field">
        <span>Note to the next attempt</span>
        <textarea
          // The page is about this note, and a dialog takes the focus anyway.
          // oxlint-disable-next-line jsx-a11y/no-autofocus
          autoFocus
          rows={6}
          maxLength={20_000}
          value={note ?? retry?.note ?? (isBlind ? question.note : undefined) ?? ""}
          onChange={({ target }) => setNote(target.value)}
        />
      </label>
    </ActionForm>
  );
}

const retryWords = (view: ActingView | undefined): string =>
  view?.queued === undefined
    ? "The retry has started."
    : "The retry is in the queue: a worker carries it out.";
