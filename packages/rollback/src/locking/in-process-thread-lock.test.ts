import { describe, it } from "vitest";

import { inProcessThreadLock } from "../index.ts";
import { testThreadLock } from "../testing/index.ts";

for (const whenBusy of ["refuse", "wait"] as const) {
  const lock = inProcessThreadLock({ whenBusy });
  testThreadLock(() => lock, { describe, it, whenBusy, name: "inProcessThreadLock" });
}
