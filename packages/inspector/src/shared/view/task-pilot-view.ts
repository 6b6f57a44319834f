import type { PilotReport } from "@langgraph-rollback/attribution";

/** Results of a pilot on tasks, and their origin. Texts are untrusted. */
export interface PilotFile {
  /** Name of the file, for people. */
  readonly file: string;
  readonly report: PilotReport;
}

/** The page's view of a pilot on tasks. */
export interface TaskPilotView {
  /** Absent where the inspector was given none. */
  readonly pilot?: PilotFile;
}
