import { describe } from "vitest";

import { testDeltaChannels } from "./delta-channels/test-delta-channels.ts";
import { loadSqliteSaver } from "./load-sqlite-saver.ts";

const { open, reopen, missing } = await loadSqliteSaver();

describe.skipIf(missing !== undefined)(
  `over SqliteSaver${missing === undefined ? "" : ` (${missing})`}`,
  () => {
    const saver = missing === undefined ? open(":memory:") : undefined;
    testDeltaChannels(() => {
      if (saver === undefined) throw new Error(missing);
      return reopen(saver);
    });
  },
);
