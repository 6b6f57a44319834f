import { shownValue } from "./shown-value.ts";

/** The answer to the question about a rollback is not one of those that it offers. The question stays open. */
export class AnswerFormatError extends Error {
  override readonly name = "AnswerFormatError";
  readonly code = "ANSWER_FORMAT";

  /** @param detail what is wrong with it */
  constructor(answer: unknown, detail: string) {
    super(
      `The answer to the question about a rollback cannot be used: ${detail} Answer with \`{ decision: "approve" }\`, to which \`step\` and \`note\` may be added, or with \`{ decision: "decline" }\`, to which \`held\` may be added. Given: ${shownValue(answer)}.`,
    );
  }
}
