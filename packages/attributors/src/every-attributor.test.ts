import { describe, it } from "vitest";

import { everyAttributor } from "./fixtures/every-attributor.ts";
import { testAttributor, scriptedModel } from "./testing/index.ts";

for (const [name, make] of Object.entries(everyAttributor)) {
  testAttributor({ describe, it }, `${name}, with a model that talks,`, () =>
    make(scriptedModel(() => "Let me think about it.")),
  );
}
