import { afterAll, describe } from "vitest";

import { testDeltaChannels } from "./delta-channels/test-delta-channels.ts";
import { openPGlite } from "./open-postgres.ts";

const { version, open, close } = await openPGlite();

describe(`over PostgresSaver on ${version}`, () => {
  afterAll(close);
  // Slower than a server.
  testDeltaChannels(open, 40);
});
