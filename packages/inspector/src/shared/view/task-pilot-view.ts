import type { PilotReport } from "@langgraph-rollback/attribution";

/** What a pilot on tasks has found, and where it comes from. Texts are untrusted. */
export interface PilotFile {
  /** Name of the file, for people. */
  readonly file: string;
  readonly report: PilotReport;
}

/** What the page shows of tasks. */
export interface TaskPilotView {
  /** Absent where the inspector was given none. */
  readonly pilot?: PilotFile;
}
