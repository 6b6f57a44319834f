import type { JudgeOptions } from "@langgraph-rollback/attributors";
import type { ReplayModel } from "@langgraph-rollback/attributors/cassette";

/** The model that methods ask, and what a report says about it. */
export interface OpenedModel {
  readonly model: JudgeOptions["model"];
  readonly source: ModelSource;
  /** The model again, if it answers from a cassette: it knows what the calls took then. */
  readonly replay?: ReplayModel;
}

/** The model's name and where its answers come from, as a report shows them. */
export interface ModelSource {
  readonly name: string;
  readonly from: "endpoint" | "cassette" | "nobody";
  readonly file?: string;
  /** Why the answers are no real model's; absent if they are. */
  readonly simulated?: string;
}
