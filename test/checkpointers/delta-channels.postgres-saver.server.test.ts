import { afterAll, describe } from "vitest";

import { testDeltaChannels } from "./delta-channels/test-delta-channels.ts";
import { openServer } from "./open-postgres.ts";

const { version, missing, open, close } = await openServer();

describe.skipIf(missing !== undefined)(`over PostgresSaver on a real server, ${missing ?? version}`, () => {
  if (missing === undefined) afterAll(close);
  testDeltaChannels(open);
});
