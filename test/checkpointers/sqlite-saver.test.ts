import { describe } from "vitest";

import { validateBareAndRecording } from "./bare-and-recording.ts";
import { loadSqliteSaver } from "./load-sqlite-saver.ts";

const { open, missing } = await loadSqliteSaver();

describe.skipIf(missing !== undefined)(`SqliteSaver${missing === undefined ? "" : ` (${missing})`}`, () => {
  validateBareAndRecording(
    "@langchain/langgraph-checkpoint-sqlite",
    () => open(":memory:"),
    (saver) => saver.db.close(),
  );
});
