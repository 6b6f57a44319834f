import type { AgentStats } from "langgraph-rollback/stats";
import type { ReactNode } from "react";

import { shareWords } from "../../../src/shared/words/share-words.ts";
import { stoppedEarlyWords } from "../../../src/shared/words/stopped-early-words.ts";
import { trendWords } from "../../../src/shared/words/trend-words.ts";
import { type Figures, FiguresTable } from "../parts/figures-table.tsx";
import { TraceText } from "../parts/trace-text.tsx";
import { unbroken } from "../parts/unbroken.ts";
import { AlikeGroups } from "./alike-groups.tsx";
import { costTable, latencyTable, placeTable, toolErrorTable, versionTable } from "./agent-tables.ts";
import { TrendBars } from "./trend-bars.tsx";

/** Figures of all runs: first what is alike and new, then where it lies, then what it costs. */
export function AgentFindings({ stats }: { readonly stats: AgentStats }): ReactNode {
  const { agents, cost, days, failed, groups, latencies, nodes, scored, toolErrors, tools, trend, versions } =
    stats;
  if (failed.of === 0) return <p className="empty">No run has been judged yet.</p>;
  return (
    <div className="agent">
      <section>
        <p>
          {unbroken(`Failed at first: ${shareWords(failed)}. Recovered: ${shareWords(stats.recovered)}.`)}{" "}
          {unbroken(`${stoppedEarlyWords(stats)} ${trendWords(stats)}`)}
        </p>
        <TrendBars
          counts={trend.periods.map((period) => period.failed)}
          of={trend.periods.map(({ runs }) => runs)}
          days={days}
        />
        <Read stats={stats} />
      </section>
      <AlikeGroups groups={groups} days={days} />
      <section>
        <h2>Where failures are laid</h2>
        <p className="soft">
          Each of {scored} failed runs has a suspicion of 1 to give. Scores are weak on one run and useful in
          sum: a share above the even one is what to look at.
        </p>
        <Table title="Nodes" {...placeTable(nodes)} />
        <Table title="Tools" {...placeTable(tools)} />
        <Table title="Agents" {...placeTable(agents)} />
      </section>
      <section>
        <h2>Cost</h2>
        <Table title="Mean of a run" {...costTable(cost)} />
        <Table title="Errors of tools" {...toolErrorTable(toolErrors)} />
        <Table title="Slowest steps" {...latencyTable(latencies)} />
        <Table title="Versions" {...versionTable(versions)} />
      </section>
    </div>
  );
}

function Table({ title, ...figures }: Figures & { readonly title: string }): ReactNode {
  if (figures.rows.length === 0) return null;
  return (
    <>
      <h3>{title}</h3>
      <FiguresTable {...figures} />
    </>
  );
}

function Read({ stats: { more, threads, unreadable } }: { readonly stats: AgentStats }): ReactNode {
  return (
    <p className="soft">
      {more ? `The latest ${threads} threads; older ones are left out.` : `All ${threads} threads.`}
      {unreadable !== undefined && (
        <>
          {" "}
          {unreadable.threads} could not be read: <TraceText text={unreadable.first} />
        </>
      )}
    </p>
  );
}
