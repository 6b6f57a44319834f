import { fileLabelStore } from "@langgraph-rollback/inspector";
import { LAST_RECOVERING_START, printable, shownAddress } from "@langgraph-rollback/inspector/shared";
import { exportIn } from "../data/load-export.ts";
import { labelsFileOf } from "../data/labels-file.ts";
import { CommandFailedError } from "../errors/command-failed-error.ts";
import { UsageError } from "../errors/usage-error.ts";
import { checkOutputs } from "../files/check-outputs.ts";
import type { WhereOptions } from "../options/schema-option.ts";
import { type AgentModules, loadAgent } from "../replaying/load-agent.ts";
import { withRuns } from "../replaying/recorded-runs.ts";
import type { Output } from "../terminal/output.ts";
import { withProgress } from "../terminal/with-progress.ts";
import { failuresToLabel } from "./failures-to-label.ts";
import { type Labelled, labelFailures } from "./label-failures.ts";
import { costWords, counted, inconclusiveWords, statusLines } from "./label-words.ts";
import { readPrices } from "./read-prices.ts";
import { type BudgetOptions, nameOf, type ReplayBudget, replayBudget } from "./replay-budget.ts";
import { replaysFile, replaysFileOf } from "../replaying/replays-file.ts";

/** Failures to label, and the cost that is allowed. */
export interface LabelCommandOptions extends AgentModules, BudgetOptions, WhereOptions {
  readonly db: string;
  /** File of labels. Default: where `inspect` keeps them. */
  readonly labels?: string;
  /** File of prices of tokens. */
  readonly prices?: string;
  readonly patience: number;
  readonly jobs: number;
  /** Failures to label at the most. */
  readonly limit?: number;
}

/** Labels failed first attempts by replays, and says what that has shown and cost. */
export async function runLabelCommand(options: LabelCommandOptions, output: Output): Promise<void> {
  const labelsFile = options.labels ?? labelsFileOf([options.db]);
  const file = replaysFileOf(labelsFile);
  checkFiles(options, labelsFile, file);
  const prices = options.prices === undefined ? undefined : await readPrices(options.prices);
  const agent = await loadAgent(options);
  if (!agent.isJudged)
    throw new CommandFailedError(
      `Somebody has to judge the replays: export \`verify\` from ${exportIn(options.graph).module}, name it with \`--verify\`, or export a graph with rollback.`,
    );
  const cutIn = (name: string) => (line: number) =>
    output.printError(`${printable(name)}: line ${line} was cut short and is left out.`);
  const store = fileLabelStore(labelsFile, { onCutLine: cutIn(labelsFile) });
  const replays = replaysFile(file, cutIn(file));
  const made = await replays.list();
  const budget = replayBudget(options, prices, made);
  await withRuns(options.db, options, async (runs) => {
    const waiting = await failuresToLabel(runs, await store.list());
    if (waiting.length === 0)
      return output.print("Every failed first attempt has a label by replay. " + next(options));
    const failures = waiting.slice(0, options.limit);
    const labelled = await withProgress(output, "Labelling", failures.length, (progress) =>
      labelFailures(failures, { ...options, runs, agent, budget, store, replays, made, progress, output }),
    );
    output.print(summary(labelled, { budget, before: made.length, waiting: waiting.length, options }));
  });
}

function checkFiles(options: LabelCommandOptions, labels: string, replays: string): void {
  const { budgetMoney, db, graph, prices } = options;
  if (budgetMoney !== undefined && prices === undefined)
    throw new UsageError("`--budget-money` needs `--prices`, a file with the prices of tokens.");
  const moduleOf = (spec?: string) => spec && exportIn(spec).module;
  checkOutputs({
    // Both files are appended to, and nothing in them is lost.
    force: true,
    reads: {
      "--db": db,
      "--graph": moduleOf(graph),
      "--verify": moduleOf(options.verify),
      "--options": moduleOf(options.options),
      "--prices": prices,
    },
    writes: { "--labels": [labels, replays] },
  });
}

interface Told {
  readonly budget: ReplayBudget;
  /** Replays of earlier runs of the command. */
  readonly before: number;
  /** Failures that had no label. */
  readonly waiting: number;
  readonly options: LabelCommandOptions;
}

function summary(
  { labels, leftOut, unfinished }: Labelled,
  { before, budget, options, waiting }: Told,
): string {
  const replays = labels.reduce((sum, label) => sum + label.replays.length, 0);
  const left = waiting - labels.length - leftOut;
  const spent = budget.spent();
  return [
    `${counted(labels.length, "label")} by replay. The convention is "${LAST_RECOVERING_START}".`,
    ...statusLines(labels),
    ...(labels.length === 0 ? [] : [`${(replays / labels.length).toFixed(1)} replays for each label.`]),
    ...inconclusiveWords(labels),
    `Spent: ${costWords(budget)}${before === 0 ? "" : `; of the replays, ${before} by earlier runs of the command`}.`,
    ...unpriced(budget),
    ...(spent === undefined ? [] : [`The budget is spent: ${spent}.`]),
    ...(unfinished === 0
      ? []
      : [
          `${counted(unfinished, "failure")} cut short by it: replays so far count when the command runs again.`,
        ]),
    ...(left === 0 ? [] : [`${counted(left, "failed attempt")} without a label by replay.`]),
    next(options),
  ].join("\n");
}

function unpriced(budget: ReplayBudget): readonly string[] {
  const models = budget.cost().unpriced.map(nameOf);
  return models.length === 0
    ? []
    : [`Not counted as money, for want of a price: tokens of ${models.map(printable).join(", ")}.`];
}

function next({ db, labels }: LabelCommandOptions): string {
  const named = labels === undefined ? "" : ` --labels ${word(labels)}`;
  return `Next: langgraph-rollback calibrate --db ${word(shownAddress(db))}${named} --convention ${LAST_RECOVERING_START}`;
}

/** A word of a command line. */
const word = (text: string): string => (/\s/.test(text) ? JSON.stringify(text) : text);
