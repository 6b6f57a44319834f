import { describe, inject, it } from "vitest";

import { testAttributor } from "../testing/index.ts";
import { everyAttributor } from "./fixtures/every-attributor.ts";
import { scriptedModel } from "./testing/index.ts";

for (const [name, make] of Object.entries(everyAttributor)) {
  testAttributor(
    { describe, it },
    `${name}, with a model that talks,`,
    () => make(scriptedModel(() => "Let me think about it.")),
    inject("allRounds") ? undefined : 2000,
  );
}
