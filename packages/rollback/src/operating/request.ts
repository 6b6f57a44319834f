import { sha256 } from "@langchain/core/utils/hash";

import { InvalidOptionError } from "../errors/invalid-option-error.ts";
import type { OperatorAction } from "../history/operator-action.ts";
import type { Clock } from "../langgraph/clock.ts";

/** The person who asks for an action, and the thread as they had seen it. */
export interface ActionRequest {
  /** Name of the person: 1 to 100 characters without control characters. It is stored, and never checked against anything. */
  readonly by: string;
  /** The thread as the person has seen it: `expected` of {@link previewActions}. If it has changed since, nothing is done. */
  readonly expected: string;
  /** Reason, for the history: at most 1,000 characters. */
  readonly why?: string;
}

const NAME_LENGTH = 100;
const WHY_LENGTH = 1000;
/** Control characters, separators of lines, and characters that turn the direction of a text. */
const HIDDEN = /[\p{Cc}\p{Zl}\p{Zp}\u200e\u200f\u202a-\u202e\u2066-\u2069]/u;

/**
 * @internal
 * @throws {InvalidOptionError} if something of it has a value that it cannot have
 */
export function checkRequest({ by, expected, why }: ActionRequest): void {
  checkName(by);
  if (typeof expected !== "string" || expected === "")
    throw new InvalidOptionError("expected", "the thread's state as a preview has told it", expected);
  if (why !== undefined && (typeof why !== "string" || why.length > WHY_LENGTH))
    throw new InvalidOptionError("why", `a text of at most ${WHY_LENGTH} characters`, why);
}

function checkName(by: unknown): void {
  const isName = typeof by === "string" && by.trim() !== "" && by.length <= NAME_LENGTH && !HIDDEN.test(by);
  if (!isName)
    throw new InvalidOptionError(
      "by",
      `a name of 1 to ${NAME_LENGTH} characters without control characters`,
      by,
    );
}

/** @internal @throws {InvalidOptionError} */
export function checkStep(step: unknown): void {
  if (typeof step !== "number" || !Number.isInteger(step) || step < 0)
    throw new InvalidOptionError("step", "the index of a step, a whole number of at least 0", step);
}

/** @internal @throws {InvalidOptionError} */
export function checkNote(note: unknown): void {
  if (note !== undefined && typeof note !== "string") throw new InvalidOptionError("note", "a text", note);
}

/** The parts of an action that its request says. */
type Asked = Pick<OperatorAction, "action" | "step" | "effect" | "thread">;

/**
 * @internal An action as the history tells of it. The same request has the same key.
 *
 * @param asked.note of the request, which the record itself keeps
 */
export function actionOf(
  { by, expected, why }: ActionRequest,
  { note, ...asked }: Asked & { readonly note?: string | undefined; readonly held?: string | undefined },
  clock: Clock,
): OperatorAction {
  const { held, ...told } = asked;
  const key = sha256(JSON.stringify([expected, by, why ?? null, note ?? null, held ?? null, told])).slice(
    0,
    32,
  );
  return { ...told, key, by, at: new Date(clock()).toISOString(), ...(why === undefined ? {} : { why }) };
}
