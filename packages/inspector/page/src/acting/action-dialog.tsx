import { type ReactNode, useEffect, useEffectEvent, useRef } from "react";

import type { ActingView } from "../../../src/shared/acting/acting-view.ts";
import type { Acts } from "../data/page-data.ts";
import { useLoaded } from "../parts/use-loaded.ts";
import { TraceText } from "../parts/trace-text.tsx";
import { Waiting } from "../parts/waiting.tsx";
import type { Said } from "./acting-notices.tsx";
import { CancelForm } from "./cancel-form.tsx";
import { DeclineForm } from "./decline-form.tsx";
import { DeleteForm } from "./delete-form.tsx";
import { EffectForm } from "./effect-form.tsx";
import { ForkForm } from "./fork-form.tsx";
import { RetryForm } from "./retry-form.tsx";
import { type Intent, useActing } from "./use-acting.ts";
import { WhatIfForm } from "./what-if-form.tsx";

/** An action, what it will do, and who wants it. */
export function ActionDialog({
  acts,
  intent,
  refusal,
  onClose,
}: {
  readonly acts: Acts;
  readonly intent: Intent;
  /** Why it was refused, anew for each time. */
  readonly refusal: Said | undefined;
  readonly onClose: () => void;
}): ReactNode {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  const thread = useActing()?.thread ?? "";
  const step = "step" in intent && intent.kind !== "fork" ? intent.step : undefined;
  const { loaded, reload } = useLoaded(thread, () => acts.view(thread, step));
  const refresh = useEffectEvent(reload);
  useEffect(() => {
    // The thread may have changed. What was typed stays.
    if (refusal !== undefined) refresh();
  }, [refusal]);
  return (
    <dialog ref={dialog} className="action-dialog" aria-labelledby="action-title" onClose={onClose}>
      {refusal !== undefined && (
        <p role="alert" className="failed">
          <TraceText text={refusal.text} />
        </p>
      )}
      <Waiting loaded={loaded} what="what it would do" reload={reload}>
        {(view) => <Form view={view} intent={intent} acts={acts} onDone={() => dialog.current?.close()} />}
      </Waiting>
    </dialog>
  );
}

function Form({
  view,
  intent,
  acts,
  onDone,
}: {
  readonly view: ActingView;
  readonly intent: Intent;
  readonly acts: Acts;
  readonly onDone: () => void;
}): ReactNode {
  switch (intent.kind) {
    case "retry":
    case "approve":
      return <RetryForm first={view} intent={intent} acts={acts} onDone={onDone} />;
    case "decline":
      return <DeclineForm view={view} onDone={onDone} />;
    case "cancel":
      return <CancelForm run={intent.run} onDone={onDone} />;
    case "delete":
      return <DeleteForm acts={acts} onDone={onDone} />;
    case "effect":
      return <EffectForm view={view} intent={intent} onDone={onDone} />;
    case "what-if":
      return <WhatIfForm view={view} step={intent.step} onDone={onDone} />;
    case "fork":
      return <ForkForm view={view} step={intent.step} onDone={onDone} />;
  }
}
