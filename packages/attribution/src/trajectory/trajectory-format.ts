/** Name that each line of a trajectory file carries under `format`. */
export const TRAJECTORY_FORMAT = "langgraph-rollback/trajectory";

/** Version of the format that this package writes, and the newest that it reads. */
export const TRAJECTORY_VERSION = 1;
