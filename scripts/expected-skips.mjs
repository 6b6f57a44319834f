/** Tests that CI may skip. A test that is skipped and not listed here fails CI: its store, browser or program is missing there. */
export const expectedSkips = [
  {
    file: "test/canary/delta-channels.test.ts",
    test: "orders the writes of parallel nodes by their tasks' ids",
    why: "LangGraph orders them so before 1.5 only",
  },
  {
    file: "test/canary/delta-channels.test.ts",
    test: "orders the writes of parallel nodes by their paths, and marks such threads",
    why: "LangGraph orders them so from 1.5 on",
  },
  {
    file: "test/checkpointers/memory-saver.test.ts",
    test: "should only store channel_values that have changed (based on newVersions)",
    why: "LangGraph's validation suite excuses MemorySaver, which stores every value again",
  },
  {
    file: "test/checkpointers/sqlite-saver.test.ts",
    test: "should only store channel_values that have changed (based on newVersions)",
    why: "LangGraph's validation suite excuses SqliteSaver, which stores every value again",
  },
  {
    file: "packages/inspector/src/server/start-inspector.test.ts",
    test: "listens on IPv6, too",
    why: "the machine may have no IPv6",
  },
  {
    file: "packages/rollback/src/runs/calibration-file-unusable.test.ts",
    test: "is told if nobody may read it",
    why: "root may read every file",
  },
  {
    file: "test/end-to-end/thread-locks-pgbouncer.long.test.ts",
    // Each test of the file.
    test: "",
    why: "the machine may have no PgBouncer",
  },
  {
    file: "packages/lab/src/mark-weights/mark-weights.test.ts",
    test: "the weights that ship are those of the data, to the bit",
    why: "the labelled data are not in the repository",
  },
  {
    file: "test/docs/papers-rules.test.ts",
    test: "have the figures that the data gives",
    why: "the labelled data are not in the repository",
  },
];
