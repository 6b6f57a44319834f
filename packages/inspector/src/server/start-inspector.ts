import { createServer } from "node:http";

import type { AlarmCalibration, RecoveryCalibration } from "@langgraph-rollback/attribution";
import { getRequestListener } from "@hono/node-server";

import type { ActingAgent } from "../acting/acting-agent.ts";
import { actingDesk } from "../acting/acting-desk.ts";
import type { ActingQueue } from "../acting/acting-queue.ts";
import { queueDesk } from "../acting/queue-desk.ts";
import { whatIfShelf, type WhatIfShelf } from "../acting/what-ifs.ts";
import type { CalibrationFile } from "../calibration/calibration-file.ts";
import { calibrationView } from "../calibration/calibration-view.ts";
import { isJudgedBy } from "../shared/labels/is-judged-by.ts";
import { EARLIEST_UNRECOVERED, type LabelStore, RIGHT_OR_WRONG } from "../shared/labels/label.ts";
import { attemptToLabel, stepToLabel } from "../shared/labels/to-label.ts";
import { checkPeoplesConvention } from "../labels/check-convention.ts";
import { labelsWithFiles } from "../labels/labels-with-files.ts";
import { learningView } from "../learning/learning-view.ts";
import { labelsView } from "../labels/labels-view.ts";
import { runLabelsView } from "../labels/run-labels-view.ts";
import { pilotView } from "../pilots/pilot-view.ts";
import type { VerifierCalibrationFile } from "../pilots/verifier-calibration-file.ts";
import { promisesView } from "../promises/promises-view.ts";
import type { QueueView } from "../shared/view/queue-view.ts";
import type { PilotFile } from "../shared/view/task-pilot-view.ts";
import { explainedSource } from "../explaining/explained-source.ts";
import { findingsElsewhere } from "../findings/findings-elsewhere.ts";
import { type FindingsById, readFindings } from "../findings/read-findings.ts";
import { shownFindings } from "../findings/shown-findings.ts";
import { reportHtml } from "../report/report-html.ts";
import { threadsList } from "../listing/threads-list.ts";
import { readReplays, type ReadReplay } from "../replays/read-replays.ts";
import { replaysElsewhere } from "../replays/replays-elsewhere.ts";
import { statsView } from "../stats/stats-view.ts";
import { shownReplays } from "../replays/shown-replays.ts";
import type { ThreadSource } from "../source/thread-source.ts";
import { checkToken, newToken } from "./access-token.ts";
import { allowedOrigins, authority, checkOrigin, isWildcard } from "./allowed-origins.ts";
import type { Inspected } from "./inspected.ts";
import { inspectorApp } from "./inspector-app.ts";
import { listen, unlisten } from "./listen.ts";
import { readPageFiles } from "../built-page/page-files.ts";
import { type WatchOptions, watchThreads } from "./thread-events.ts";

/** Source that the inspector shows, and the address to serve it at. */
export interface InspectorOptions {
  /** Threads to show. Only read; the caller closes it. */
  readonly source: ThreadSource;
  /** Store of labels. */
  readonly labels: LabelStore;
  /** Name of the person who labels; it tells people apart. */
  readonly labeller: string;
  /** Reads the calibration to show. Each request of the page calls it, so a new calibration is seen. Default: none. */
  readonly calibration?: (() => Promise<CalibrationFile | undefined>) | undefined;
  /** Reads a verifier's calibration to compare recorded runs with; called as `calibration` is. Default: none. */
  readonly verifierCalibration?: (() => Promise<VerifierCalibrationFile | undefined>) | undefined;
  /** Reads a recovery calibration, which the line of promises is made from; called as `calibration` is. Default: what records say. */
  readonly recoveryCalibration?: (() => Promise<RecoveryCalibration | undefined>) | undefined;
  /** Reads an alarm's calibration, which the line of promises is made from, too; called as `calibration` is. Default: none. */
  readonly alarmCalibration?: (() => Promise<AlarmCalibration | undefined>) | undefined;
  /** Reads the findings of a pilot on tasks, to show them above the recorded runs; called as `calibration` is. Default: none. */
  readonly pilot?: (() => Promise<PilotFile | undefined>) | undefined;
  /** Looks at a queue of runs, to show it on a page of its own; called again every few seconds while that is open. Default: none, and no such page. */
  readonly queue?: (() => Promise<QueueView>) | undefined;
  /** Files of replays that `langgraph-rollback replay --out` wrote, to show with the runs that they are of. Read once. Default: none. */
  readonly replays?: readonly string[] | undefined;
  /** Files of findings that `langgraph-rollback evaluate --attributor --findings` wrote, to show with the attempts that they are of. Read once. Default: none. */
  readonly findings?: readonly string[] | undefined;
  /** An agent to act with: then the page answers, retries, undoes, copies and stops. Its checkpointer is that of the source's threads. Default: the page only shows. */
  readonly act?: ActingAgent | undefined;
  /** A queue whose workers do what the page asks for. With `act`, the page also shows before what a retry would undo. Default: none. */
  readonly actQueue?: ActingQueue | undefined;
  /** Whether there is a second address, for people who may only read. Default false. */
  readonly isShared?: boolean | undefined;
  /** That person's meaning of "decisive", as a name. Default: the earliest step whose error was not recovered from. */
  readonly convention?: string;
  /** Address or name to bind to. Default "127.0.0.1": any other lets other machines try. */
  readonly host?: string | undefined;
  /** Default 0: any port that is free. */
  readonly port?: number | undefined;
  /** Further addresses under which it may be reached, such as "https://inspector.example" of a proxy. Default none. */
  readonly origins?: readonly string[] | undefined;
  /** The secret that lets people in, at least 22 letters, digits, "-" or "_". Default: a fresh one. */
  readonly token?: string;
  /** How threads that are open in a page are watched. */
  readonly watch?: WatchOptions;
  /** Told of everything that went wrong while answering, since answers keep it to themselves. Default: nobody. */
  readonly onError?: (error: unknown) => void;
}

/** A running inspector. */
export interface Inspector {
  /** Address to open it at, with the token in it. Everybody who has it may read all threads, write labels, and act if the inspector may. */
  readonly url: string;
  /** Address for people who may only read, if there is one. */
  readonly readOnlyUrl?: string;
  /** Facts that the person who started it should know, as sentences, such as that replays are of other threads. Untrusted text. */
  readonly notices: readonly string[];
  /** Ends it with all its connections, and stops runs that were started from the page; the source stays open. */
  readonly close: () => Promise<void>;
}

/** At most so many connections: browsers open six each. */
const MOST_CONNECTIONS = 128;

/**
 * Serves the inspector's page for threads and labels, on this machine only unless told otherwise.
 *
 * @throws {PageMissingError} if the package holds no built page
 * @throws {ListenError} if the port is taken or the host is none of this machine's
 * @throws {SourceUnreadableError | SourceFormatError} if a file of replays or findings cannot be read, or is none
 * @throws {RangeError} if `token` is too short or would have to be escaped, one of `origins` is no address, or `convention` names no steps
 */
export async function startInspector(options: InspectorOptions): Promise<Inspector> {
  const { host = "127.0.0.1", onError = () => {} } = options;
  const replays = await readReplays(options.replays ?? []);
  const findings = await readFindings(options.findings ?? []);
  const inspected = inspectedOf(options, replays, findings);
  const elsewhere = [
    await replaysElsewhere(replays, options.source),
    await findingsElsewhere(findings, options.source),
  ];
  const further = (options.origins ?? []).map(checkOrigin);
  const token = options.token === undefined ? newToken() : checkToken(options.token);
  const page = await readPageFiles();
  const server = createServer();
  server.maxConnections = MOST_CONNECTIONS;
  const port = await listen(server, host, options.port ?? 0);
  const watch = watchThreads(options.source, options.watch ?? {}, onError);
  const readOnlyToken = options.isShared === true ? newToken() : undefined;
  const admission = { token, readOnlyToken, port, origins: allowedOrigins(host, port, further) };
  const app = inspectorApp(inspected, page, { watch, admission, onError });
  // Its own Request and Response would replace those of the whole process.
  server.on("request", getRequestListener(app.fetch, { overrideGlobalObjects: false }));
  const shown = isWildcard(host) ? "127.0.0.1" : authority(host);
  const place = `http://${shown}:${port}/?token=`;
  return {
    url: `${place}${token}`,
    ...(readOnlyToken === undefined ? {} : { readOnlyUrl: `${place}${readOnlyToken}` }),
    notices: elsewhere.flatMap((notice) => notice ?? []),
    close: async () => {
      await unlisten(server);
      await inspected.desk?.close();
    },
  };
}

function inspectedOf(
  options: InspectorOptions,
  replays: Map<string, readonly ReadReplay[]>,
  findings: FindingsById,
): Inspected {
  const { labeller, source } = options;
  const labels = labelsWithFiles(options.labels, source);
  const convention = checkPeoplesConvention(options.convention ?? EARLIEST_UNRECOVERED);
  const judged = async () => {
    const calibration = await options.calibration?.();
    return { source, labels, convention, calibration };
  };
  const promising = async () => ({
    verifierCalibration: (await options.verifierCalibration?.())?.calibration,
    recoveryCalibration: await options.recoveryCalibration?.(),
    alarmCalibration: await options.alarmCalibration?.(),
  });
  return {
    source: explainedSource(source, async () => (await options.calibration?.())?.calibration),
    labels,
    replays: shownReplays(replays, source),
    findings: findings.size === 0 ? undefined : shownFindings(findings, source),
    labeller,
    convention,
    threadsList: threadsList(
      source,
      async () => (await labels.list()).filter((label) => label.convention === convention),
      { onError: options.onError ?? (() => {}) },
    ),
    labelsView: () => labelsView(source, labels, { convention }),
    runLabelsView: () => runLabelsView(source, labels),
    attemptToLabel: async (id, isOfRun) => {
      const thread = await source.thread(id.thread);
      const asked = isOfRun ? RIGHT_OR_WRONG : convention;
      const given = (await labels.list()).filter((label) => label.convention === asked);
      return thread && attemptToLabel(thread, id, { isJudged: isJudgedBy(given, id, labeller), isOfRun });
    },
    // Of the source itself: why a step is suspected is not even worked out.
    stepToLabel: async (address) => {
      const detail = await source.step(address);
      return detail && stepToLabel(detail);
    },
    calibrationView: async () => calibrationView(await judged()),
    learningView: () => learningView({ source }),
    promisesView: async () =>
      promisesView({
        source,
        labels,
        calibration: (await options.calibration?.())?.calibration,
        ...(await promising()),
      }),
    pilotView: async () => pilotView({ source, labels, calibration: await options.verifierCalibration?.() }),
    queueView: options.queue,
    statsView: statsView(source),
    desk: deskOf(options, whatIfShelf(replays)),
    taskPilotView: async () => {
      const pilot = await options.pilot?.();
      return pilot === undefined ? {} : { pilot };
    },
    reportOf: async (thread) =>
      reportHtml({
        ...(await judged()),
        labels: options.labels,
        threads: [thread],
        promises: await promising(),
      }),
  };
}

function deskOf({ act, actQueue }: InspectorOptions, shelf: WhatIfShelf): Inspected["desk"] {
  if (actQueue !== undefined) return { ...queueDesk(actQueue, act, shelf), by: actQueue.by };
  return act && { ...actingDesk(act, shelf), by: act.by };
}
