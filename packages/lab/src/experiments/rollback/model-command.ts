import type { Environment } from "@langgraph-rollback/example-simulation";

import { openAnswers } from "../../asking/answers-file.ts";
import { askedModel } from "../../asking/asked-model.ts";
import { modelName, openEndpoint } from "../../asking/open-endpoint.ts";
import type { Price } from "../../asking/parse-price.ts";
import { spending } from "../../asking/spending.ts";
import { ModelPriceError, UsageError } from "../../errors/index.ts";
import type { Measurement } from "../experiment.ts";
import { estimateRun } from "./estimate-run.ts";
import { runWithModel } from "./model-run.ts";
import { ALPHA, type ModelExtent } from "./model-setting.ts";
import { dollars } from "./model-table.ts";

/** Settings by which a real model is asked. */
export interface ModelCommand {
  readonly extent: ModelExtent;
  readonly model: string;
  readonly baseURL?: string;
  readonly price?: Price;
  /** Dollars, all runs on the same file together. */
  readonly budget?: number;
  /** File of answers and results. */
  readonly out?: string;
  /** Only say what it would cost. */
  readonly isEstimate: boolean;
  readonly maxTokens: number;
  /** Seconds that one call may take. */
  readonly timeout: number;
}

/** A finding of a real model, or the estimate of one, with the question that it answers. */
export type ModelFinding = Pick<Measurement, "claims" | "incomplete" | "markdown"> & {
  readonly question: string;
};

const TABLE = "Table 5 of the first paper on live graphs";

/**
 * The rollback experiment with a real model.
 *
 * @throws {ModelPriceError} if nothing says what the model costs
 * @throws {UsageError} if a file, a budget or an endpoint is missing, or the file is another run's
 */
export async function measureWithModel(
  command: ModelCommand,
  env: Environment,
  onProgress: (done: number, of: number) => void,
): Promise<ModelFinding> {
  const { budget, extent, isEstimate, maxTokens, model, out, price, timeout } = command;
  const name = modelName(model);
  if (price === undefined) throw new ModelPriceError(name);
  if (isEstimate) {
    const markdown = await estimateRun(extent, { maxTokens, price });
    return { question: `${TABLE}: what ${name} would cost (simulated)`, claims: [], markdown };
  }
  if (budget === undefined || out === undefined)
    throw new UsageError("Expected `--budget` in dollars and `--out` with a file, or `--estimate`.");
  const endpoint = openEndpoint(command, env);
  const answers = await openAnswers(out, {
    model: endpoint.name,
    seed: extent.seed,
    "--learn-from": extent.learnFrom,
    "--max-tokens": maxTokens,
    alpha: ALPHA,
  });
  const money = spending(budget, answers.spent);
  const asked = askedModel({
    model: endpoint.model,
    name: endpoint.name,
    price,
    maxTokens,
    timeout: timeout * 1000,
    answers,
    budget: money,
  });
  const before = answers.answers.size;
  const { incomplete, markdown } = await runWithModel(extent, { asked, answers, price, onProgress });
  return {
    question: `${TABLE} (real model ${endpoint.name})`,
    claims: [],
    markdown: [
      notes(extent),
      markdown,
      `${answers.answers.size - before} questions asked now, ${before} before. ${dollars(money.spent())} of $${budget} spent, calls without an answer at all that they could cost.`,
    ]
      .filter((part) => part !== "")
      .join("\n\n"),
    ...(incomplete === undefined
      ? {}
      : { incomplete: `${incomplete} The same command continues from ${out}.` }),
  };
}

const notes = ({ learnFrom, seed }: ModelExtent): string =>
  `Seed ${seed}, alpha ${ALPHA}. A fault is planted at any step of a run that was right. In each system ${learnFrom} failed runs fit the scorer and ${learnFrom} calibrate. Intervals hold 95 %: the exact one for shares, as if no two runs were on one problem, and a bootstrap over problems for cost. An arm's cost is what it would be alone; arms share the answers to equal questions, which are paid once.`;
