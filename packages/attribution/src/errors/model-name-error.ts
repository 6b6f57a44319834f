import { sentence } from "../trajectory/index.ts";

/** No model can be made from the given name; `cause` is LangChain's error. Judges of runs and of steps throw the same. */
export class ModelNameError extends Error {
  override readonly name = "ModelNameError";
  readonly code = "MODEL_NAME";
  readonly model: string;

  constructor(model: string, cause: unknown) {
    const what = cause instanceof Error ? (cause.message.split("\n")[0] ?? "") : String(cause);
    super(
      `Cannot make a model of the name "${model}": ${sentence(what)} Install \`langchain\` and the provider's package ` +
        '("@langchain/openai" for "openai:…"), set its key, or give a chat model instead of a name.',
      { cause },
    );
    this.model = model;
  }
}
