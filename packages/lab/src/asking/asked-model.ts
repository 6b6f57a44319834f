import { AIMessage, type BaseMessage } from "@langchain/core/messages";
import { ModelSilentError, type SeededModel } from "@langgraph-rollback/example-simulation";

import { BudgetReachedError } from "../errors/index.ts";
import { reportedTokens, reportingReply } from "../systems/reported-tokens.ts";
import type { AnswersFile, KeptAnswer } from "./answers-file.ts";
import type { Price } from "./parse-price.ts";
import { costOfTokens } from "./price.ts";
import { mostTokens, questionKey } from "./question.ts";
import type { Spending } from "./spending.ts";
import { isRefusal, tryAgain } from "./try-again.ts";

/** A real model, and the limits within which it is asked. */
export interface AskedModelParts {
  /** It makes one call and does not retry. */
  readonly model: SeededModel;
  /** For people. */
  readonly name: string;
  readonly price: Price;
  /** Tokens at which it cuts an answer off. */
  readonly maxTokens: number;
  /** Milliseconds that one call may take. */
  readonly timeout: number;
  readonly answers: AnswersFile;
  readonly budget: Spending;
}

/** A model that is asked each question once. */
export interface AskedModel {
  readonly model: SeededModel;
  /** @throws the error after which it asks nothing any more */
  check(): void;
  /** Waits for the calls that are on their way: they are paid for, and their answers kept. */
  settled(): Promise<void>;
}

/**
 * Asks a real model within a budget. An answer is stored before anybody reads it, and a question that has a stored answer is not asked again.
 * Once the budget is reached or a call has failed for good, it asks nothing any more. A run that ends does not cut its calls off.
 */
export function askedModel(parts: AskedModelParts): AskedModel {
  const { answers } = parts;
  const onTheirWay = new Map<string, Promise<KeptAnswer>>();
  let halted: { readonly error: unknown } | undefined;

  const ask = async (question: string, messages: BaseMessage[], seed: number): Promise<KeptAnswer> => {
    try {
      return await tryAgain(
        () => callOnce(parts, { question, messages, seed }),
        (error) => error instanceof BudgetReachedError || halted !== undefined,
      );
    } catch (error) {
      halted ??= { error: error instanceof BudgetReachedError ? error : silent(parts.name, error) };
      throw halted.error;
    } finally {
      onTheirWay.delete(question);
    }
  };

  return {
    model: {
      invoke: async (messages, { seed }) => {
        const question = questionKey(messages, seed);
        const known = answers.answers.get(question);
        if (known !== undefined) return replyOf(known);
        if (halted !== undefined) throw halted.error;
        const asked = onTheirWay.get(question) ?? ask(question, messages, seed);
        onTheirWay.set(question, asked);
        return replyOf(await asked);
      },
    },
    check: () => {
      if (halted !== undefined) throw halted.error;
    },
    settled: async () => void (await Promise.allSettled(onTheirWay.values())),
  };
}

/** One call. A call that the endpoint has not refused may be charged without an answer: what was reserved for it stays spent. */
async function callOnce(
  { answers, budget, maxTokens, model, price, timeout }: AskedModelParts,
  asked: { readonly question: string; readonly messages: BaseMessage[]; readonly seed: number },
): Promise<KeptAnswer> {
  const most = costOfTokens(mostTokens(asked.messages, maxTokens), price);
  await budget.reserve(most);
  let cost = most;
  try {
    const call = await answers.begin(most);
    const signal = AbortSignal.timeout(timeout);
    let reply: BaseMessage;
    try {
      reply = await model.invoke(asked.messages, { seed: asked.seed, signal });
    } catch (error) {
      if (signal.aborted) throw new Error(`Nothing came within ${timeout} ms.`, { cause: error });
      if (!isRefusal(error)) throw error;
      await answers.refuse(call);
      cost = 0;
      throw error;
    }
    // An endpoint that reports no tokens may have charged for all that it could.
    const tokens = reportedTokens(reply) ?? mostTokens(asked.messages, maxTokens);
    const answer = { text: reply.text, ...tokens };
    cost = costOfTokens(answer, price);
    await answers.answer(call, asked.question, { ...answer, cost });
    return answer;
  } finally {
    budget.settle(most, cost);
  }
}

const replyOf = ({ text, ...tokens }: KeptAnswer): AIMessage => reportingReply(new AIMessage(text), tokens);

function silent(name: string, cause: unknown): ModelSilentError {
  const why = cause instanceof Error ? (cause.message.split("\n")[0] ?? "") : String(cause);
  return new ModelSilentError(`${name} does not answer: ${why}`, { cause });
}
