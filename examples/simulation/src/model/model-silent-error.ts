/** The real model that the demo was told to ask does not answer; its message says who, and what came instead. */
export class ModelSilentError extends Error {
  override readonly name = "ModelSilentError";
  readonly code = "MODEL_SILENT";
}
