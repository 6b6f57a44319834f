import { afterAll, describe } from "vitest";

import { openServer } from "./open-postgres.ts";
import { testStateTypes } from "./state-types.ts";

const { version, missing, open, close } = await openServer();

describe.skipIf(missing !== undefined)(`over PostgresSaver on a real server, ${missing ?? version}`, () => {
  if (missing === undefined) afterAll(close);
  const unreadable = { "a function": undefined, "a symbol": undefined };
  testStateTypes(open, { Buffer: "Buffer", Uint8Array: "Buffer", ...unreadable });
});
