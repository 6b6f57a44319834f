import type { AgentStats } from "langgraph-rollback/stats";
import { z } from "zod";

import { trendWords } from "../shared/words/trend-words.ts";
import { NotRecordedError } from "./not-recorded-error.ts";
import { type Asked, ordinal, recorded, type RunTool, runTool } from "./run-tool.ts";
import { rounded } from "./step-row.ts";
import { pageOf, type Told } from "./told.ts";

const input = {
  since: z
    .union([z.iso.datetime({ offset: true }), z.iso.date()])
    .optional()
    .describe("Only runs since then, such as 2026-03-31."),
  agent: z.string().max(200).optional().describe("Only runs in which this agent or node acted."),
  days: ordinal
    .max(366)
    .default(7)
    .describe("Length of a period: the last one is held against those before."),
  threads: ordinal.max(100_000).default(1000).describe("Threads to read at most, the latest."),
  rows: ordinal.max(20).default(8).describe("Rows of each table."),
};

const share = z.object({
  count: z.number(),
  of: z.number(),
  interval: z.object({ lower: z.number(), upper: z.number() }).describe("95 %"),
});

const place = z.object({
  name: recorded,
  suspected: z.number().describe("Failed runs that went wrong here, expected by the scores."),
  share: z.object({ value: z.number(), lower: z.number(), upper: z.number(), even: z.number() }),
  mostSuspected: share,
  exceptions: share,
});

const output = {
  threads: z.number(),
  more: z.boolean().describe("Whether older threads were left out."),
  unreadable: z.object({ threads: z.number(), first: recorded }).optional(),
  failed: share.describe("Of judged runs, those that failed at first."),
  stoppedEarly: z
    .object({ alarm: share, check: share })
    .describe("Of those that failed, those that an alarm or a check stopped before their end."),
  recovered: share.describe("Of those that failed and have ended, those that recovered."),
  trend: recorded,
  scored: z.number().describe("Failed runs whose steps were scored: `suspected` is of these."),
  nodes: z.array(place),
  tools: z.array(place),
  agents: z.array(place),
  toolErrors: z.array(z.object({ tool: recorded, errors: share })),
  groups: z
    .array(
      z.object({
        runs: z.number(),
        firstSeen: z.string(),
        lastSeen: z.string(),
        mark: z.string().optional().describe("new or returning in the last period"),
        reasons: z.array(z.object({ reason: recorded, runs: z.number() })),
        places: z.array(z.object({ place: recorded, share: z.number() })),
        errors: z.array(z.object({ name: recorded, runs: z.number() })),
        threads: z.array(recorded).describe("Its latest threads."),
      }),
    )
    .describe("Failures that are alike, of the last period first."),
};

/** `failure_stats`: what fails most; no such tool for files of trajectories, which have no figures. */
export function failureStats({ source }: Asked): readonly RunTool[] {
  const { stats } = source;
  if (stats === undefined) return [];
  const tool = runTool(
    {
      name: "failure_stats",
      title: "Tell what fails most",
      description:
        "Counts over all recorded runs which nodes, tools and agents fail most, which failures are alike, and whether more fail than before. Suspicion is weak on one run and useful in sum.",
      input,
      output,
    },
    async ({ agent, days, rows, since, threads }, told) => {
      const found = await stats({
        days,
        limit: threads,
        ...(agent === undefined ? {} : { agent }),
        ...(since === undefined ? {} : { since: new Date(since).toISOString() }),
      });
      if (found.failed.of === 0)
        throw new NotRecordedError(
          "figures",
          "No run that was judged is among these.",
          "Leave `agent` and `since` out to count all. An agent with `withRollback` and a verifier records verdicts.",
        );
      return toldStats(found, rows, told);
    },
  );
  return [tool];
}

function toldStats(stats: AgentStats, rows: number, told: Told): z.input<z.ZodObject<typeof output>> {
  const first = <Item, Row>(what: string, items: readonly Item[], rowOf: (item: Item) => Row): Row[] => {
    const page = pageOf(items, { from: 1, limit: rows, most: 8000 }, rowOf);
    if (page.next !== undefined) told.leftOut(`${what}: ${page.of - page.rows.length} further rows.`);
    return [...page.rows];
  };
  const placeOf = ({
    exceptions,
    first: most,
    name,
    share: found,
    suspected,
  }: AgentStats["nodes"][number]) => ({
    name: told.text("Name of a place", name, 200),
    suspected: rounded(suspected),
    share: {
      value: rounded(found.value),
      lower: rounded(found.lower),
      upper: rounded(found.upper),
      even: rounded(found.even),
    },
    mostSuspected: shareOf(most),
    exceptions: shareOf(exceptions),
  });
  return {
    threads: stats.threads,
    more: stats.more,
    ...(stats.unreadable === undefined
      ? {}
      : {
          unreadable: {
            threads: stats.unreadable.threads,
            first: told.text("Unreadable thread", stats.unreadable.first, 300),
          },
        }),
    failed: shareOf(stats.failed),
    stoppedEarly: {
      alarm: shareOf(stats.stoppedEarly.alarm),
      check: shareOf(stats.stoppedEarly.check),
    },
    recovered: shareOf(stats.recovered),
    trend: trendWords(stats),
    scored: stats.scored,
    nodes: first("Nodes", stats.nodes, placeOf),
    tools: first("Tools", stats.tools, placeOf),
    agents: first("Agents", stats.agents, placeOf),
    toolErrors: first("Errors of tools", stats.toolErrors, ({ errors, tool }) => ({
      tool: told.text("Name of a tool", tool, 200),
      errors: shareOf(errors),
    })),
    groups: first("Groups of failures", stats.groups, (group) => groupOf(group, told)),
  };
}

/** Wordings, places, errors and threads of a group that are told. */
const OF_GROUP = 3;

function groupOf(group: AgentStats["groups"][number], told: Told): z.input<typeof output.groups>[number] {
  const { count, errors, firstSeen, lastSeen, mark, places, runs, wordings } = group;
  return {
    runs: count,
    firstSeen,
    lastSeen,
    ...(mark === undefined ? {} : { mark }),
    reasons: wordings
      .slice(0, OF_GROUP)
      .map((each) => ({ reason: told.text("Reason", each.reason, 300), runs: each.count })),
    places: places
      .slice(0, OF_GROUP)
      .map((each) => ({ place: told.text("Place", each.place, 200), share: rounded(each.share) })),
    errors: errors
      .slice(0, OF_GROUP)
      .map((each) => ({ name: told.text("Name of an error", each.name, 200), runs: each.count })),
    threads: runs.slice(0, OF_GROUP).map(({ thread }) => told.text("Id of a thread", thread, 200)),
  };
}

const shareOf = ({ count, interval, of }: AgentStats["failed"]): z.input<typeof share> => ({
  count,
  of,
  interval: { lower: rounded(interval.lower), upper: rounded(interval.upper) },
});
