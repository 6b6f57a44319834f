import type { AgentStats } from "langgraph-rollback/stats";
import type { ReactNode } from "react";

import { counted } from "../../../src/shared/words/counted.ts";
import { wholePercent } from "../../../src/shared/words/share-words.ts";
import { Moment } from "../parts/moment.tsx";
import { TraceText } from "../parts/trace-text.tsx";
import { hrefOf } from "../routing/route.ts";
import { TrendBars } from "./trend-bars.tsx";

type Group = AgentStats["groups"][number];

/** Groups and runs that are shown before the rest is asked for. */
const GROUPS = 10;
const RUNS = 3;

/** Failed runs that are alike, those of the last period first. */
export function AlikeGroups({
  days,
  groups,
}: {
  readonly groups: readonly Group[];
  readonly days: number;
}): ReactNode {
  const rest = groups.slice(GROUPS);
  return (
    <section>
      <h2>Alike failures, those of the last {days} days first</h2>
      {groups.length === 0 ? (
        <p className="soft">No run has failed.</p>
      ) : (
        <ol className="alike-groups">
          {groups.slice(0, GROUPS).map((group) => (
            <AlikeGroup key={group.id} group={group} days={days} />
          ))}
        </ol>
      )}
      {rest.length > 0 && (
        <details>
          <summary>{counted(rest.length, "further group")}</summary>
          <ol className="alike-groups">
            {rest.map((group) => (
              <AlikeGroup key={group.id} group={group} days={days} />
            ))}
          </ol>
        </details>
      )}
    </section>
  );
}

function AlikeGroup({ days, group }: { readonly group: Group; readonly days: number }): ReactNode {
  const { count, errors, firstSeen, history, id, lastSeen, mark, places, runs, wordings } = group;
  const suspects = places.slice(0, 2).map(({ place, share }) => `${place} ${wholePercent(share)} %`);
  const names = errors.slice(0, 2).map((error) => `${error.name} ${error.count}`);
  return (
    <li id={`group-${id}`}>
      <div className="alike-head">
        <TrendBars counts={history} days={days} />
        <span>
          <strong>{history.at(-1) ?? 0}</strong> of {counted(count, "run")} in the last {days} days
        </span>
        {mark !== undefined && <span className="alike-mark">{mark}</span>}
        <code className="soft">{id}</code>
      </div>
      {wordings.map(({ reason, count: told }) => (
        <p key={reason} className="alike-words">
          <TraceText text={reason} /> <span className="soft">× {told}</span>
        </p>
      ))}
      <p className="soft">
        {suspects.length > 0 && (
          <>
            Suspected: <TraceText text={suspects.join(", ")} />.{" "}
          </>
        )}
        {names.length > 0 && (
          <>
            Exceptions: <TraceText text={names.join(", ")} />.{" "}
          </>
        )}
        <Moment iso={firstSeen} /> to <Moment iso={lastSeen} />
      </p>
      <Runs runs={runs.slice(0, RUNS)} />
      {runs.length > RUNS && (
        <details>
          <summary>{runs.length - RUNS} more of the latest runs</summary>
          <Runs runs={runs.slice(RUNS)} />
        </details>
      )}
    </li>
  );
}

function Runs({ runs }: Pick<Group, "runs">): ReactNode {
  return (
    <ul className="alike-runs">
      {runs.map(({ run, thread }) => (
        <li key={`${thread} ${run}`}>
          <a href={hrefOf({ page: "thread", thread, run })}>
            <TraceText text={thread} />
          </a>
        </li>
      ))}
    </ul>
  );
}
