import type { PromiseLine } from "@langgraph-rollback/attribution";

import type { CalibrationFile } from "../calibration/calibration-file.ts";
import { calibrationView } from "../calibration/calibration-view.ts";
import { checkConvention } from "../labels/check-convention.ts";
import { EARLIEST_UNRECOVERED, type LabelStore, RIGHT_OR_WRONG } from "../shared/labels/label.ts";
import { explainedSource } from "../explaining/explained-source.ts";
import { labelsWithFiles } from "../labels/labels-with-files.ts";
import { labelsView } from "../labels/labels-view.ts";
import type { ThreadSource } from "../source/thread-source.ts";
import type { CalibrationView } from "../shared/view/calibration-view.ts";
import type { StepAddress, StepDetail } from "../shared/view/step-detail.ts";
import { unreadableWords } from "../shared/words/unreadable-words.ts";
import type { ThreadView } from "../shared/view/thread-view.ts";
import { promisesView, type PromiseSources } from "../promises/promises-view.ts";
import { type ChosenThreads, chooseThreads, NO_LABELS } from "./choose-threads.ts";
import type { ReportData } from "../shared/view/report-data.ts";
import { leftOutOfFiles, reportedFiles } from "./reported-files.ts";
import { stepsByInterest } from "./steps-by-interest.ts";

/** Threads, labels and calibration of a report. */
export interface ReportOptions {
  readonly source: ThreadSource;
  /** Ids of the threads to show; nothing of any other gets into the report. Default: the latest ones. */
  readonly threads?: readonly string[] | undefined;
  /** At most so many threads, where none is named. Default 50. */
  readonly mostThreads?: number | undefined;
  /** At most so many steps with all their details, those of prediction sets first. Default 500. */
  readonly mostDetails?: number | undefined;
  /** At most so many characters of details, as JSON. Default 8 million. */
  readonly mostCharacters?: number | undefined;
  /** At most so many characters of differences of files. Default 1 million. */
  readonly mostOfFiles?: number | undefined;
  /** Default: no labels. */
  readonly labels?: Pick<LabelStore, "list"> | undefined;
  /** Meaning of "decisive" in the labels. Default: the earliest step whose error was not recovered from. */
  readonly convention?: string | undefined;
  readonly calibration?: CalibrationFile | undefined;
  /** Calibrations that the line of promises is made from, beside `calibration`. With one of them it is about all threads. Default: what records say. */
  readonly promises?: Omit<PromiseSources, "calibration"> | undefined;
  /**
   * Labels that say whether the calibration can be relied on, of all threads; of them, only what speaks against it gets into the report.
   * Default: `labels`.
   */
  readonly judgedBy?: Pick<LabelStore, "list"> | undefined;
  /** Told of each thread of which something cannot be read: which it is and why, in a line. Default: nobody. */
  readonly onUnreadable?: ((words: string) => void) | undefined;
  /** Told why promises in it should not be relied on, as sentences. Default: nobody. */
  readonly onDoubts?: ((doubts: readonly string[]) => void) | undefined;
  /** Milliseconds since 1970. Default: the system's clock. */
  readonly clock?: (() => number) | undefined;
}

/**
 * Reads what a report shows.
 * @throws {ThreadNotFoundError} if there is no thread of a given id
 * @throws {RangeError} if `convention` names no steps
 */
export async function gatherReport(options: ReportOptions): Promise<ReportData> {
  const {
    mostDetails = 500,
    mostCharacters = 8_000_000,
    mostOfFiles = 1_000_000,
    calibration,
    clock = Date.now,
    onUnreadable = () => {},
    onDoubts = () => {},
  } = options;
  const convention = checkConvention(options.convention ?? EARLIEST_UNRECOVERED);
  const chosen = await chooseThreads(options);
  const { source, labels, views } = chosen;
  const unreadable = views.flatMap((view) => unreadableWords(view) ?? []);
  for (const words of unreadable) onUnreadable(words);
  const explained = explainedSource(source, async () => calibration?.calibration);
  const details = await readDetails(explained, views, { mostDetails, mostCharacters });
  const files = await reportedFiles(source, views, mostOfFiles);
  const view = {
    ...(await calibrationView({ source, labels, convention, calibration })),
    ...(await judgement(options, convention)),
  };
  onDoubts(view.warnings.map(({ message }) => message));
  return {
    name: source.name,
    threads: (await source.list(views.length)).threads,
    views,
    details,
    files,
    labels: await labelsView(source, labels, { convention }),
    runLabels: (await labels.list()).filter((label) => label.convention === RIGHT_OR_WRONG),
    calibration: view,
    promises: await promisesIn(options, chosen),
    notices: [
      `Made on ${new Date(clock()).toISOString().slice(0, 16).replace("T", " at ")} UTC.`,
      ...chosen.notices,
      ...unreadable,
      ...detailNotices(details.length, views),
      ...leftOutOfFiles(files),
    ],
  };
}

/** Of all threads where a calibration is given: counts alone tell nothing of any thread. Else of those in the report. */
async function promisesIn(
  { calibration, judgedBy, labels, promises, source }: ReportOptions,
  chosen: ChosenThreads,
): Promise<PromiseLine> {
  const isOfAll = Object.values(promises ?? {}).some((given) => given !== undefined);
  return promisesView({
    ...promises,
    ...(isOfAll
      ? { source, labels: labelsWithFiles(judgedBy ?? labels ?? NO_LABELS, source) }
      : { source: chosen.source, labels: chosen.labels, isWhole: chosen.isWhole }),
    calibration: calibration?.calibration,
  });
}

/** Objections of all threads and labels to the calibration: a report of few threads is no less doubtful than the page. */
async function judgement(
  { calibration, judgedBy, labels, source }: ReportOptions,
  convention: string,
): Promise<Partial<CalibrationView>> {
  const judges = labelsWithFiles(judgedBy ?? labels ?? NO_LABELS, source);
  // Then nothing can be found out, and reading all threads may take long.
  if (calibration === undefined && (await judges.list()).length === 0) return {};
  const { counted, warnings } = await calibrationView({ source, labels: judges, convention, calibration });
  return { counted, warnings };
}

interface Room {
  readonly mostDetails: number;
  readonly mostCharacters: number;
}

async function readDetails(
  source: ThreadSource,
  views: readonly ThreadView[],
  { mostDetails, mostCharacters }: Room,
): Promise<readonly StepDetail[]> {
  const details: StepDetail[] = [];
  let characters = 0;
  for (const address of stepsByInterest(views).slice(0, mostDetails)) {
    const detail = await source.step(address);
    if (detail === undefined) continue;
    characters += JSON.stringify(detail).length;
    if (characters > mostCharacters) break;
    details.push(detail);
  }
  return details;
}

function detailNotices(details: number, views: readonly ThreadView[]): readonly string[] {
  const all: readonly StepAddress[] = stepsByInterest(views);
  if (details >= all.length) return [];
  return [`Details of ${details} of ${all.length} steps; the others have their first line only.`];
}
