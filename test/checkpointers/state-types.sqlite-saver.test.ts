import { afterAll, describe } from "vitest";

import { loadSqliteSaver } from "./load-sqlite-saver.ts";
import { testStateTypes } from "./state-types.ts";

const { open, missing } = await loadSqliteSaver();
const opened: ReturnType<typeof open>[] = [];
afterAll(() => {
  for (const saver of opened) saver.db.close();
});

describe.skipIf(missing !== undefined)(`over SqliteSaver${missing ? ` (${missing})` : ""}`, () => {
  testStateTypes(() => {
    const saver = open(":memory:");
    opened.push(saver);
    return saver;
  });
});
