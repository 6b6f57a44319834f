import { sentence } from "@langgraph-rollback/attribution/trajectory";

/** A stored history entry cannot be read: damaged, or written by a newer version. */
export class HistoryFormatError extends Error {
  override readonly name = "HistoryFormatError";
  readonly code = "HISTORY_FORMAT";
  readonly checkpointId: string;
  readonly detail: string;

  constructor(checkpointId: string, detail: string) {
    super(
      `History entry "${checkpointId}" cannot be read: ${sentence(detail)} ` +
        "If a newer version of langgraph-rollback wrote it, upgrade; the run's own checkpoints are not affected.",
    );
    this.checkpointId = checkpointId;
    this.detail = detail;
  }
}
