import { openWholeFile, writeWholeFile } from "@langgraph-rollback/attribution";
import { stringifyTrajectory } from "@langgraph-rollback/attribution/trajectory";
import { exportIn } from "../data/load-export.ts";
import { CommandFailedError } from "../errors/command-failed-error.ts";
import { checkOutputs } from "../files/check-outputs.ts";
import type { WhereOptions } from "../options/schema-option.ts";
import { attemptIn, type RecordedAttempt, type RecordedRuns, withRuns } from "../replaying/recorded-runs.ts";
import type { Output, Progress } from "../terminal/output.ts";
import { withProgress } from "../terminal/with-progress.ts";
import { baselineOf, checkStep, type MadeReplay, makeReplays } from "./made-replays.ts";
import { replayReport, type ReplayReport, type ReplayedRun } from "./replay-report.ts";
import { replayText } from "./replay-text.ts";
import { type Variant, type VariantOptions, variantsOf } from "./variants.ts";

/** Runs to replay, the variants, and places for the results. */
export interface ReplayCommandOptions extends VariantOptions, WhereOptions {
  readonly thread: readonly string[];
  /** As people count steps, from 1. */
  readonly from: number;
  readonly attempt?: number;
  readonly repeat: number;
  readonly out?: string;
  /** File, or true for the standard output. */
  readonly json?: string | true;
  readonly force?: true;
}

/** Replays recorded runs in each variant, and compares the variants. */
export async function runReplayCommand(
  where: string,
  options: ReplayCommandOptions,
  output: Output,
): Promise<void> {
  checkFiles(where, options);
  const variants = await variantsOf(options);
  const report = await withRuns(where, options, (runs) => replayAll(runs, variants, options, output));
  const json = JSON.stringify(report, undefined, 2);
  output.print(options.json === true ? json : replayText(report));
  if (typeof options.json === "string") writeWholeFile(options.json, `${json}\n`);
  if (report.variants.every(({ share }) => share === null))
    throw new CommandFailedError("No replay was conclusive, so they tell nothing about the run.");
}

function checkFiles(where: string, named: ReplayCommandOptions): void {
  const moduleOf = (spec?: string) => spec && exportIn(spec).module;
  checkOutputs({
    force: named.force,
    reads: {
      where,
      "--graph": named.graph.map((spec) => exportIn(spec).module),
      "--verify": moduleOf(named.verify),
      "--options": moduleOf(named.options),
      "--note": named.note,
      "--update": named.update,
    },
    writes: { "--out": named.out, "--json": named.json },
  });
}

/** A file of trajectories is there once all replays are over. */
async function replayAll(
  runs: RecordedRuns,
  variants: readonly [Variant, ...Variant[]],
  options: ReplayCommandOptions,
  output: Output,
): Promise<ReplayReport> {
  const { attempt, from, out, repeat, thread } = options;
  const attempts: RecordedAttempt[] = [];
  for (const each of new Set(thread)) attempts.push(await attemptIn(runs, { thread: each, attempt }));
  for (const each of attempts) checkStep(each, from - 1);
  const parts = attempts.length * (1 + variants.length * repeat);
  const file = out === undefined ? undefined : openWholeFile(out);
  try {
    const told = await withProgress(output, "Replaying", parts, (progress) =>
      replaysOf(runs, attempts, variants, {
        progress,
        from: from - 1,
        repeat,
        write: (line) => file?.write(`${line}\n`),
      }),
    );
    file?.finish();
    const { source } = runs;
    return replayReport({
      ...told,
      name: source.name,
      from: from - 1,
      repeat,
      variants: variants.map(({ name }) => name),
    });
  } catch (error) {
    file?.abandon();
    throw error;
  }
}

/** How the replays are made, and where they go. */
interface Making {
  readonly progress: Progress;
  /** 0-based. */
  readonly from: number;
  readonly repeat: number;
  readonly write: (line: string) => void;
}

async function replaysOf(
  runs: RecordedRuns,
  attempts: readonly RecordedAttempt[],
  variants: readonly [Variant, ...Variant[]],
  { from, progress, repeat, write }: Making,
): Promise<{
  readonly runs: readonly Omit<ReplayedRun, "start">[];
  readonly made: readonly MadeReplay[];
}> {
  const [base] = variants;
  const replayed: Omit<ReplayedRun, "start">[] = [];
  const all: MadeReplay[] = [];
  for (const attempt of attempts) {
    replayed.push({ ...attempt, baseline: await baselineOf(runs, attempt, base.agent) });
    progress.advance();
    for (const variant of variants)
      await makeReplays(runs, attempt, variant, {
        from,
        repeat,
        onReplay: (made, trajectory) => {
          all.push(made);
          write(stringifyTrajectory(trajectory()));
          progress.advance();
        },
      });
  }
  return { runs: replayed, made: all };
}
