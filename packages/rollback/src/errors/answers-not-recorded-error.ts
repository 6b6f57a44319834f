import { describeError } from "./describe-error.ts";

/** Answers of models or tools could not be recorded. The run goes on as it would have; a replay of it lacks them. */
export class AnswersNotRecordedError extends Error {
  override readonly name = "AnswersNotRecordedError";
  readonly code = "ANSWERS_NOT_RECORDED";
  /** How many calls of the attempt are not recorded. */
  readonly count: number;

  /** @param options.cause why the first of them is not */
  constructor(count: number, options: ErrorOptions) {
    super(
      `${count} ${count === 1 ? "answer" : "answers"} of models or tools could not be recorded: ${describeError(options.cause).message}`,
      options,
    );
    this.count = count;
  }
}
