/** What each format reads, for the help, by the names that `--format` takes. */
export const IMPORT_FORMATS = {
  "langgraph-rollback": "our own trajectories, and labelled traces with id, task, steps and decisiveStep",
} as const;

/** Name of a format. */
export type ImportFormat = keyof typeof IMPORT_FORMATS;
