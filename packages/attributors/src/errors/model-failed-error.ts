import { sentence } from "@langgraph-rollback/attribution/trajectory";

/** An endpoint cannot be reached or refuses the calls; `cause` is what the model threw last. Aborts are not wrapped. */
export class ModelFailedError extends Error {
  override readonly name = "ModelFailedError";
  readonly code = "MODEL_FAILED";
  readonly model: string;

  constructor(model: string, cause: unknown) {
    const what = cause instanceof Error ? (cause.message.split("\n")[0] ?? "") : String(cause);
    super(
      `Model "${model}" does not answer: ${sentence(what)} Check endpoint, key and name of the model; see \`cause\`.`,
      {
        cause,
      },
    );
    this.model = model;
  }
}
