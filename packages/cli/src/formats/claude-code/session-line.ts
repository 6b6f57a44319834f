import { z } from "zod";
import { isFields } from "../fields.ts";

/** Absent and `null` are the same here. */
type Maybe<Value> = Value | null | undefined;

/** One block of a message. */
export interface Block {
  readonly type: string;
  readonly [field: string]: unknown;
}

/** One line of a session. */
export interface SessionLine {
  readonly type: string;
  readonly uuid?: Maybe<string>;
  readonly parentUuid?: Maybe<string>;
  /** After a compaction the line before stands here. */
  readonly logicalParentUuid?: Maybe<string>;
  readonly sessionId?: Maybe<string>;
  /** Names in the program's own streams. */
  readonly session_id?: Maybe<string>;
  readonly parent_tool_use_id?: Maybe<string>;
  readonly isSidechain?: Maybe<boolean>;
  readonly agentId?: Maybe<string>;
  readonly isMeta?: Maybe<boolean>;
  readonly isCompactSummary?: Maybe<boolean>;
  readonly isApiErrorMessage?: Maybe<boolean>;
  readonly message?: Maybe<{
    readonly id?: Maybe<string>;
    readonly content?: Maybe<string | readonly Block[]>;
    readonly [field: string]: unknown;
  }>;
  readonly [field: string]: unknown;
}

const text = z.nullish(z.string());
const flag = z.nullish(z.boolean());
const blocks = z.array(z.looseObject({ type: z.string() }));

/** One line of a session. */
export const sessionLine: z.ZodType<SessionLine> = z.looseObject({
  type: z.string(),
  uuid: text,
  parentUuid: text,
  logicalParentUuid: text,
  sessionId: text,
  session_id: text,
  parent_tool_use_id: text,
  isSidechain: flag,
  agentId: text,
  isMeta: flag,
  isCompactSummary: flag,
  isApiErrorMessage: flag,
  message: z.nullish(
    z.looseObject({
      id: text,
      content: z
        .union([z.string(), z.null(), blocks], { error: "Expected a text or a list of blocks" })
        .optional(),
    }),
  ),
});

/** Id of the session that a line is of. */
export function sessionOf({ sessionId, session_id: streamed }: SessionLine): string | undefined {
  return sessionId ?? streamed ?? undefined;
}

/** The blocks of a line's message; a text is one block. */
export function blocksOf({ message }: SessionLine): readonly Block[] {
  const content = message?.content;
  if (typeof content === "string") return [{ type: "text", text: content }];
  return content ?? [];
}

/** Types of lines that stand beside the conversation and name no session. */
const BESIDE: ReadonlyMap<unknown, string> = new Map([
  ["summary", "leafUuid"],
  ["file-history-snapshot", "messageId"],
]);

/** Whether a value is a line of a session. */
export function isSessionLine(value: unknown): boolean {
  if (!isFields(value) || typeof value["type"] !== "string") return false;
  const beside = BESIDE.get(value["type"]);
  if (beside !== undefined) return beside in value;
  return (
    typeof value["sessionId"] === "string" || (typeof value["session_id"] === "string" && "uuid" in value)
  );
}
