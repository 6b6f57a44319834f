import { expect, it } from "vitest";

import { writeFiles, type Files } from "../project/files.ts";
import { inNewProject } from "../project/new-project.ts";
import { SHOP } from "../project/shop.ts";
import { verifyProject } from "./verify-project.ts";

const verdictOn = (files: Files) =>
  inNewProject(async ({ folder }) => {
    await writeFiles(folder, files);
    return verifyProject(folder, SHOP);
  });

it("accepts a project whose tests pass, and says which fail", async () => {
  expect(await verdictOn({})).toEqual({
    ok: false,
    reason: 'The tests fail: "a purchase of 100 euros gets 10 % off".',
  });
  const mended = (SHOP["src/discount.js"] ?? "").replace("> 100", ">= 100");
  expect(await verdictOn({ "src/discount.js": mended })).toEqual({ ok: true });
});

it("rejects a project whose tests were made to pass", async () => {
  const eased = (SHOP["test/receipt.test.js"] ?? "").replace("Total: 90.00", "Total: 100.00");
  expect(await verdictOn({ "test/receipt.test.js": eased })).toEqual({
    ok: false,
    reason: "test/receipt.test.js was altered.",
  });
});
