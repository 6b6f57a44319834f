import { AsyncLocalStorageProviderSingleton } from "@langchain/core/singletons";

import { VerifierTimeoutError } from "../errors/verifier-timeout-error.ts";
import type { VerifierRun } from "./verifier.ts";

/** @internal A run that says when its verifier must stop. */
export type StoppableRun<Input, Output> = VerifierRun<Input, Output> & { readonly signal: AbortSignal };

/**
 * @internal Asks about a run with a signal that ends with the run's own, and after `timeout` milliseconds. All that the question starts of LangChain
 * gets that signal, too. A question that ignores the signal continues, and its answer is ignored.
 *
 * @param aftermath what becomes of what was started, as a sentence of the error's message
 * @throws {VerifierTimeoutError}
 * @throws the reason of the run's signal
 */
export async function inTime<Input, Output, T>(
  run: VerifierRun<Input, Output>,
  timeout: number | undefined,
  ask: (run: StoppableRun<Input, Output>) => T | Promise<T>,
  aftermath?: string,
): Promise<T> {
  run.signal?.throwIfAborted();
  const controller = new AbortController();
  const { signal } = controller;
  const stop = (): void => controller.abort(run.signal?.reason);
  const end = (): void => controller.abort(new VerifierTimeoutError(timeout ?? 0, aftermath));
  const timer = timeout === undefined ? undefined : setTimeout(end, timeout);
  run.signal?.addEventListener("abort", stop, { once: true });
  try {
    // The abort comes first: clients wrap its reason in errors of their own.
    return await Promise.race([abortOf(signal), withSignal(signal, () => ask({ ...run, signal }))]);
  } finally {
    clearTimeout(timer);
    run.signal?.removeEventListener("abort", stop);
  }
}

function abortOf(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason), { once: true });
  });
}

/** Evaluators take no signal, but the models that they ask look for one here. */
async function withSignal<T>(signal: AbortSignal, ask: () => T | Promise<T>): Promise<T> {
  const around = AsyncLocalStorageProviderSingleton.getRunnableConfig();
  return AsyncLocalStorageProviderSingleton.runWithConfig({ ...around, signal }, async () => ask());
}
