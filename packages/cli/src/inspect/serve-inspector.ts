import {
  fileLabelStore,
  type Inspector,
  type InspectorOptions,
  startInspector,
  type ThreadSource,
} from "@langgraph-rollback/inspector";
import { printable, quotable } from "@langgraph-rollback/inspector/shared";
import {
  alarmCalibrationIn,
  calibrationIn,
  recoveryCalibrationIn,
  verifierCalibrationIn,
} from "../data/calibration-in.ts";
import { userName } from "../options/user-name.ts";
import type { Output } from "../terminal/output.ts";
import type { UntilStopped } from "../terminal/until-stopped.ts";
import { openPage } from "./open-page.ts";
import { pilotIn } from "./pilot-in.ts";

/** Source to show, and its labels. */
export interface Shown {
  readonly source: ThreadSource;
  /** File to keep labels in; made by the first one. */
  readonly labels: string;
  /** Name of the person who labels; default the name of the user that the process runs as. */
  readonly labeller?: string | undefined;
  /** File of a calibration. Each request reads it again. */
  readonly calibration?: string | undefined;
  /** The same of a verifier's calibration. */
  readonly verifierCalibration?: string | undefined;
  /** The same of a recovery calibration. */
  readonly recoveryCalibration?: string | undefined;
  /** The same of an alarm's calibration. */
  readonly alarmCalibration?: string | undefined;
  /** The same of what a pilot on tasks has found. */
  readonly pilot?: string | undefined;
  /** Looks at a queue of runs. */
  readonly queue?: InspectorOptions["queue"];
  /** An agent to act with. */
  readonly act?: InspectorOptions["act"];
  /** A queue whose runs it acts on. */
  readonly actQueue?: InspectorOptions["actQueue"];
  /** Whether there is a second address, for people who may only read. */
  readonly readOnly?: boolean | undefined;
  /** Files of replays. */
  readonly replays?: readonly string[] | undefined;
  /** Files of what methods said. */
  readonly findings?: readonly string[] | undefined;
  readonly host?: string | undefined;
  readonly port?: number | undefined;
  /** Further address under which it may be reached. */
  readonly origin?: string | undefined;
  /** Print the address as JSON. */
  readonly json?: boolean | undefined;
  /** Open the page in the user's browser. */
  readonly open?: boolean | undefined;
}

/**
 * Serves the inspector until it is stopped, and closes it then; the source stays open. Its address, with the token that
 * lets people in, stands on a line of its own.
 *
 * @throws {ListenError} if the port is taken or the host is none of this machine's
 * @throws {SourceUnreadableError | SourceFormatError} if a file of replays or findings cannot be read, or is none
 * @throws what reading the calibrations and the pilot throws
 */
export async function serveInspector(
  shown: Shown,
  output: Output,
  untilStopped: UntilStopped,
): Promise<void> {
  const {
    act,
    actQueue,
    alarmCalibration,
    calibration,
    findings,
    host,
    json = false,
    labels,
    origin,
    pilot,
    port,
    queue,
    recoveryCalibration,
    replays,
    source,
    verifierCalibration,
  } = shown;
  if (calibration !== undefined) await calibrationIn(calibration);
  if (verifierCalibration !== undefined) await verifierCalibrationIn(verifierCalibration);
  if (recoveryCalibration !== undefined) await recoveryCalibrationIn(recoveryCalibration);
  if (alarmCalibration !== undefined) await alarmCalibrationIn(alarmCalibration);
  if (pilot !== undefined) await pilotIn(pilot);
  // Before the address is out, so that nobody can ask for the end too early.
  const stopped = untilStopped();
  const labeller = shown.labeller ?? userName();
  const files = {
    calibration: calibration === undefined ? undefined : () => calibrationIn(calibration),
    verifierCalibration:
      verifierCalibration === undefined ? undefined : () => verifierCalibrationIn(verifierCalibration),
    recoveryCalibration:
      recoveryCalibration === undefined ? undefined : () => recoveryCalibrationIn(recoveryCalibration),
    alarmCalibration: alarmCalibration === undefined ? undefined : () => alarmCalibrationIn(alarmCalibration),
    pilot: pilot === undefined ? undefined : () => pilotIn(pilot),
  };
  const origins = origin === undefined ? undefined : [origin];
  const inspector = await openInspector(
    {
      source,
      labels,
      labeller,
      ...files,
      act: act && { ...act, onDeleted: (deleted) => output.printError(deletedLine(deleted)) },
      actQueue,
      queue,
      replays,
      findings,
      host,
      port,
      origins,
      isShared: shown.readOnly,
    },
    output,
  );
  try {
    const { notices, readOnlyUrl, url } = inspector;
    output.print(
      json
        ? JSON.stringify({ url, readOnlyUrl, labels, labeller })
        : spoken({ ...shown, labeller, readOnlyUrl, url }),
    );
    for (const notice of notices) output.printError(quotable(notice));
    await (shown.open === true ? inBrowser(url, output, stopped) : stopped);
  } finally {
    await inspector.close();
  }
}

/** The same for an inspector whose address nobody is told yet. */
export interface Opened extends Omit<InspectorOptions, "labels" | "labeller" | "onError"> {
  /** File to keep labels in. */
  readonly labels: string;
  /** Default: the name of the user that the process runs as. */
  readonly labeller?: string | undefined;
}

/** Starts the inspector, and says nothing. */
export function openInspector(
  { labeller = userName(), labels, ...options }: Opened,
  { printError }: Output,
): Promise<Inspector> {
  return startInspector({
    ...options,
    labels: fileLabelStore(labels),
    labeller,
    onError: (error) => printError(printable(String(error))),
  });
}

/** Opens the page in the user's browser, and cleans up when the inspector is stopped. */
async function inBrowser(url: string, { printError }: Output, stopped: Promise<void>): Promise<void> {
  const page = await openPage(url, printError);
  try {
    await stopped;
  } finally {
    await page.remove();
  }
}

function spoken({
  act,
  actQueue,
  host,
  labeller,
  labels,
  readOnlyUrl,
  source,
  url,
}: Shown & { readonly url: string; readonly readOnlyUrl: string | undefined }): string {
  const open = host !== undefined && !LOCAL.test(host);
  return [
    `Inspector of ${printable(source.name)}, until Ctrl-C. Labels by ${labeller} go to ${quotable(labels)}.`,
    ...(act === undefined ? [] : [`It can act with your agent, as ${printable(act.by)}.`]),
    ...(actQueue === undefined
      ? []
      : [
          `It can act on runs of the queue, as ${printable(actQueue.by)}: workers carry out what it asks for.`,
        ]),
    ...(open
      ? ["Everybody who can reach this machine and has the address can read all of it, over plain HTTP."]
      : []),
    ...(readOnlyUrl === undefined ? [] : [`To read only: ${readOnlyUrl}`]),
    url,
  ].join("\n");
}

/** A deletion as a line: nothing else keeps who has deleted a thread. */
function deletedLine({
  by,
  thread,
  why,
}: {
  readonly by: string;
  readonly thread: string;
  readonly why?: string;
}): string {
  return printable(
    `${new Date().toISOString()} ${by} deleted thread "${thread}"${why === undefined ? "" : `: ${why}`}`,
  );
}

const LOCAL = /^(127\.\d+\.\d+\.\d+|::1|localhost)$/;
