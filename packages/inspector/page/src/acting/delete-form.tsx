import { type ReactNode, useState } from "react";

import type { Acts } from "../data/page-data.ts";
import { TraceText } from "../parts/trace-text.tsx";
import { useLoaded } from "../parts/use-loaded.ts";
import { Waiting } from "../parts/waiting.tsx";
import { hrefOf } from "../routing/route.ts";
import { ActionForm } from "./dialog-parts.tsx";
import { useActing } from "./use-acting.ts";

/** Opens the dialog that deletes the thread, where the page may. */
export function DeleteThread(): ReactNode {
  const acting = useActing();
  if (acting?.view === undefined || acting.view.hasNoAgent === true) return null;
  return (
    <p className="delete-thread">
      <button type="button" onClick={() => acting.open({ kind: "delete" })}>
        Delete this thread …
      </button>
    </p>
  );
}

/** Deletes the thread, once its id was typed. */
export function DeleteForm({
  acts,
  onDone,
}: {
  readonly acts: Acts;
  readonly onDone: () => void;
}): ReactNode {
  const acting = useActing();
  const [typed, setTyped] = useState("");
  const thread = acting?.thread ?? "";
  const { loaded, reload } = useLoaded(`delete ${thread}`, () => acts.deletion(thread));
  if (acting === undefined) return null;
  return (
    <Waiting loaded={loaded} what="what would go" reload={reload}>
      {({ expected, gone, refused }) => (
        <ActionForm
          title="Delete this thread"
          button="Delete for good"
          isReady={refused === undefined && typed === thread}
          onDone={onDone}
          onSend={async (asked) => {
            const isDone = await acting.act("delete", { thread, expected, ...asked, typed }, "Deleted.");
            // A change in between is shown before it is asked for again.
            if (isDone) globalThis.location.hash = hrefOf({ page: "threads" });
            else reload();
            return isDone;
          }}
        >
          {refused === undefined ? (
            <>
              <p>Nothing brings it back. Effects outside of the graph stay. These go:</p>
              <ul>
                {gone.map((line) => (
                  <li key={line}>
                    <TraceText text={line} />
                  </li>
                ))}
              </ul>
              <label className="action-field">
                <span>
                  To delete it, type its id: <TraceText className="mono" text={thread} />
                </span>
                <input
                  type="text"
                  value={typed}
                  required
                  maxLength={1000}
                  autoComplete="off"
                  onChange={({ target }) => setTyped(target.value)}
                />
              </label>
            </>
          ) : (
            <p className="failed">
              It cannot be deleted as it stands. <TraceText text={refused} />
            </p>
          )}
        </ActionForm>
      )}
    </Waiting>
  );
}
