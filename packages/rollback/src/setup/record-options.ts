import type { Redact } from "@langgraph-rollback/attribution";

/** Which answers a run records. */
export interface RecordOptions {
  /** Answers of chat models and LLMs. Default false. */
  readonly models?: boolean;
  /** Results and errors of tools. Default false. */
  readonly tools?: boolean;
  /**
   * Takes out of each text, number, boolean and name of a field what must not be stored; gives back a text as it is otherwise. Give a replay the same one. Answers with bytes
   * or objects of classes are left out then. Default: answers are stored as they are.
   */
  readonly redact?: Redact;
}

/** @internal Whether anything is recorded. */
export const isRecording = (record: RecordOptions | undefined): record is RecordOptions =>
  record?.models === true || record?.tools === true;
