import type { ReactNode } from "react";

import type { ThreadView } from "../../../src/shared/view/thread-view.ts";
import { statusWords } from "../../../src/shared/words/status-words.ts";
import type { Route } from "../routing/route.ts";
import { goTo } from "../routing/use-route.ts";

/** Which of a thread's runs to look at; nothing where there is but one. */
export function RunChooser({
  thread,
  run,
  to,
}: {
  readonly thread: ThreadView;
  readonly run: string | undefined;
  /** Route to another run. */
  readonly to: (run: string) => Route;
}): ReactNode {
  if (thread.runs.length < 2) return undefined;
  return (
    <label className="run-chooser">
      Run{" "}
      <select value={run ?? ""} onChange={({ target }) => goTo(to(target.value))}>
        {thread.runs.map(({ run: id, status, attempts }, place) => (
          <option key={id} value={id}>
            {place + 1} of {thread.runs.length}: {statusWords(status).word}, {attempts.length}{" "}
            {attempts.length === 1 ? "attempt" : "attempts"}
          </option>
        ))}
      </select>
    </label>
  );
}
