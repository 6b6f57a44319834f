import { findInThread, soughtBy } from "../../../src/shared/listing/find-in-thread.ts";
import { attemptKey } from "../../../src/shared/labels/attempt-key.ts";
import { attemptToLabel, stepToLabel } from "../../../src/shared/labels/to-label.ts";
import { labelledThreads, listedThreads } from "../../../src/shared/listing/listed-threads.ts";
import type { ListedThreads, ThreadQuery } from "../../../src/shared/listing/thread-query.ts";
import { threadWords } from "../../../src/shared/listing/thread-words.ts";
import type { ReportData } from "../../../src/shared/view/report-data.ts";
import type { StepAddress, StepDetail } from "../../../src/shared/view/step-detail.ts";
import type { PageData } from "./page-data.ts";

/** Data in the report's own file. */
export function embeddedData(report: ReportData): PageData {
  const views = new Map(report.views.map((view) => [view.id, view]));
  const details = new Map(report.details.map((detail) => [keyOf(detail.address), detail]));
  const files = new Map(report.files.map(({ id, view }) => [attemptKey(id), view]));
  const stepOf = (address: StepAddress) => details.get(keyOf(address)) ?? firstLine(report, address);
  return {
    name: report.name,
    kind: "report",
    notices: report.notices,
    threads: async (query) => listedIn(report, details, query),
    thread: async (id) => views.get(id),
    step: async (address) => stepOf(address),
    files: async (id) => files.get(attemptKey(id)),
    attemptToLabel: async (id, isOfRun) => {
      const thread = views.get(id.thread);
      // A report takes no labels, so there is nobody to be led.
      return thread && attemptToLabel(thread, id, { isJudged: true, isOfRun });
    },
    stepToLabel: async (address) => {
      const detail = stepOf(address);
      return detail && stepToLabel(detail);
    },
    labels: async () => report.labels,
    reportedRunLabels: report.runLabels,
    calibration: async () => report.calibration,
    promises: async () => report.promises,
  };
}

/** All of a report is at hand. */
function listedIn(
  { labels, threads, views }: ReportData,
  details: ReadonlyMap<string, StepDetail>,
  query: ThreadQuery,
): ListedThreads {
  const words = new Map(
    views.map((view) => {
      const contentOf = (run: string, attempt: number, step: number) =>
        details.get(keyOf({ thread: view.id, run, attempt, step }))?.content;
      return [view.id, threadWords(view, contentOf)];
    }),
  );
  const sought = soughtBy(query);
  const agents = [...new Set([...words.values()].flatMap((each) => each.agents))].toSorted();
  const known = { threads, more: false, labelled: labelledThreads(labels.labels), agents };
  return listedThreads(known, query, (summary) => {
    const found = findInThread(summary, words.get(summary.id) ?? { pieces: [], text: "", agents: [] }, sought);
    return found && { ...summary, ...found };
  });
}

function keyOf({ thread, run, attempt, step }: StepAddress): string {
  return JSON.stringify([thread, run, attempt, step]);
}

/** Of a step whose details had no room in the report. */
function firstLine({ views }: ReportData, address: StepAddress): StepDetail | undefined {
  const run = views.find(({ id }) => id === address.thread)?.runs.find((each) => each.run === address.run);
  const attempt = run?.attempts.find((each) => each.attempt === address.attempt);
  const step = attempt?.steps[address.step];
  if (step === undefined) return undefined;
  return {
    address,
    content: step.summary,
    toolCalls: [],
    messages: [],
    writes: [],
    omitted: ["The report has only the first line of this step; the inspector shows all of it."],
  };
}
