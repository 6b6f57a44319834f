import { describe, expect, it } from "vitest";

import { resolveWatch } from "../setup/watch-options.ts";
import { isAuditedRun } from "./watched-alarm.ts";

describe("the coin that lets runs go on", () => {
  it("picks a tenth of them by default, by their ids alone", () => {
    const watch = resolveWatch({});
    const count = 10_000;
    const ids = Array.from({ length: count }, (_, at) => `run-${at}`);
    const picked = ids.filter((id) => watch !== undefined && isAuditedRun(watch, id));
    expect(Math.abs(picked.length / count - 0.1)).toBeLessThan(3 * Math.sqrt((0.1 * 0.9) / count));
    expect(ids.filter((id) => watch !== undefined && isAuditedRun(watch, id))).toEqual(picked);
  });
});
