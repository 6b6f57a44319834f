import { type FailureEvidence, joinEvidence, labelEvidence } from "@langgraph-rollback/attribution";
import type { Trajectory } from "@langgraph-rollback/attribution/trajectory";
import { fileLabelStore, labelledTrajectories, type ThreadSource } from "@langgraph-rollback/inspector";
import { EARLIEST_UNRECOVERED, LAST_RECOVERING_START, printable } from "@langgraph-rollback/inspector/shared";
import { readOutcomes } from "langgraph-rollback";
import { HistoryFormatError } from "langgraph-rollback/errors";
import { triedStarts } from "langgraph-rollback/replay";
import { CommandFailedError } from "../errors/command-failed-error.ts";
import { type RecordedRuns, withRuns } from "../replaying/recorded-runs.ts";
import { replaysFile, type WrittenReplay } from "../replaying/replays-file.ts";
import type { Output } from "../terminal/output.ts";
import type { LabelledThreads } from "./failures-from-labels.ts";

/** Everything that a database and its files know of failed attempts. */
export interface OutcomeEvidence {
  /** One entry for each attempt, its run known. */
  readonly evidence: readonly FailureEvidence[];
  /** Run of an attempt, by the id of its trajectory. Attempts of a run share the steps that retries keep. */
  readonly runs: ReadonlyMap<string, string>;
}

/** Place of the threads, and the files about them. */
export interface EvidenceFiles extends Omit<LabelledThreads, "db"> {
  readonly db: string;
  /** Written by `label --replay`. It need not exist. */
  readonly replays: string;
}

/** More threads than anybody has. */
const ALL = 1_000_000;

/**
 * Reads the retries in the histories of a database, the replays in their file, and the labels of people. What cannot be used is reported.
 *
 * With the convention of labels by replay, people's labels of the first mistake count, too. A label by replay itself does not: its replays say more.
 *
 * @throws {CommandFailedError} if nothing is known of any attempt
 * @throws what `openCheckpointer` throws
 */
export async function outcomeEvidence(
  { convention, db, labels, replays, ...options }: EvidenceFiles,
  output: Output,
): Promise<OutcomeEvidence> {
  const onCutLine = (line: number): void =>
    output.printError(`${printable(replays)}: line ${line} was cut short and is left out.`);
  const made = await replaysFile(replays, onCutLine).list();
  const all = await fileLabelStore(labels).list();
  return withRuns(db, options, async (opened) => {
    const { evidence: retried, runs } = await retriesIn(opened, output);
    const replayed = await replaysOf(opened.source, made, output);
    const peoples = convention === LAST_RECOVERING_START ? EARLIEST_UNRECOVERED : convention;
    const { labelled } = await labelledTrajectories(opened.source, all, peoples);
    const joined = joinEvidence([...retried, ...replayed, ...labelled.map(labelEvidence)]);
    // An attempt whose run is unknown could belong to the half that calibrates.
    const evidence = joined.filter(({ trajectory }) => runs.has(trajectory.id));
    if (evidence.length > 0) return { evidence, runs };
    throw new CommandFailedError(
      `Expected retries in ${printable(opened.source.name)}, replays in ${printable(replays)} or labels of people in ${printable(labels)}, got none: \`--scorer outcomes\` has nothing to learn from. Run the agent with \`withRollback\`, or replay failures with \`label --replay\`.`,
    );
  });
}

async function retriesIn({ checkpointer, source }: RecordedRuns, output: Output): Promise<OutcomeEvidence> {
  const evidence: FailureEvidence[] = [];
  const runs = new Map<string, string>();
  for (const { id } of (await source.list(ALL)).threads) {
    const view = await source.thread(id);
    for (const { attempts, run } of view?.runs ?? [])
      for (const { head } of attempts)
        if (head !== undefined) runs.set(idOf(id, head), JSON.stringify([id, run]));
    try {
      for (const each of await readOutcomes(checkpointer, { threads: [id] })) evidence.push(each);
    } catch (error) {
      // One thread that cannot be read hides no other.
      if (!(error instanceof HistoryFormatError)) throw error;
      output.printError(`Left out the retries of thread "${printable(id)}": ${error.message}`);
    }
  }
  return { evidence, runs };
}

async function replaysOf(
  source: ThreadSource,
  made: readonly WrittenReplay[],
  output: Output,
): Promise<readonly FailureEvidence[]> {
  const evidence: FailureEvidence[] = [];
  const leftOut = new Set<string>();
  for (const replay of made) {
    const trajectory = await source.trajectory(replay);
    if (trajectory !== undefined && isOf(replay, trajectory))
      evidence.push({ trajectory, tried: triedStarts([replay]) });
    else leftOut.add(`attempt ${replay.attempt} of thread "${printable(replay.thread)}"`);
  }
  for (const attempt of leftOut)
    output.printError(
      `Left out the replays of ${attempt}: ${printable(source.name)} does not hold it as it was.`,
    );
  return evidence;
}

const isOf = ({ head, start, thread }: WrittenReplay, { id, steps }: Trajectory): boolean =>
  id === idOf(thread, head) && start < steps.length;

/** Id of an attempt's trajectory, as `readTrajectory` makes it. */
const idOf = (thread: string, head: string): string => `${thread}:${head}`;
