import { HumanMessage } from "@langchain/core/messages";
import type { ChosenModel } from "./choose-model.ts";
import { ModelSilentError } from "./model-silent-error.ts";
import type { SeededModel } from "./seeded-model.ts";

/**
 * A real model that cannot be reached should say so at once, not as hundreds of failed runs, nor after a minute of retries.
 *
 * @throws {ModelSilentError}
 */
export async function checkModel({ model, name, simulated }: ChosenModel<SeededModel>): Promise<void> {
  if (simulated) return;
  try {
    await model.invoke([new HumanMessage("Say OK.")], { seed: 0, maxRetries: 0 });
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new ModelSilentError(`${name} does not answer: ${why}`, { cause: error });
  }
}
