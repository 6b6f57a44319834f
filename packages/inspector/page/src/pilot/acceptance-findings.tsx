import type { ReactNode } from "react";

import type { RetriesView } from "../../../src/shared/view/pilot-view.ts";
import { ACCEPTANCE_NOTES, acceptanceFigures } from "../../../src/shared/words/acceptance-words.ts";
import { FiguresTable } from "../parts/figures-table.tsx";
import { unbroken } from "../parts/unbroken.ts";

/** What a verifier would accept after a failure: to look at before a gamma is chosen, and what was chosen. */
export function AcceptanceFindings({ retries }: { readonly retries: RetriesView }): ReactNode {
  const { reason = NOT_CHOSEN, table, tasks } = retries;
  const { head, rows } = acceptanceFigures(table);
  const [first = "", second = "", ...further] = head;
  return (
    <section>
      <h3>Accepted after a failure</h3>
      <p>{unbroken(reason)}</p>
      <p className="soft">
        {ACCEPTANCE_NOTES.before} {tasks} tasks were retried.
      </p>
      <FiguresTable
        head={[`${first}, ${second}`, ...further]}
        rows={rows.map(([retried = "", gamma = "", ...cells]) => [`${retried}, ${gamma}`, ...cells])}
      />
      <p className="soft">{ACCEPTANCE_NOTES.after}</p>
    </section>
  );
}

const NOT_CHOSEN = "No gamma is chosen: nothing bounds the wrong results that are accepted after a failure.";
