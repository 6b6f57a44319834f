import { expect, it } from "vitest";

import { heldMailFigures } from "./held-mail-figures.ts";
import { ARMS, failingTasks, mailFailures } from "./mail-failures.ts";

/** Seeded: its first failure is recovered by a restart. */
const SEED = 1;

it("holds the mail of a failed attempt back, and sends that of the accepted one once", async () => {
  const tasks = await failingTasks(1, SEED);
  const figures = [];
  for (const arm of ARMS) figures.push(heldMailFigures(arm, await mailFailures(arm, tasks, () => {})));
  const [stopped, held, free] = figures;
  expect(stopped).toMatchObject({ runs: 1, stopped: 1, accepted: 0, strayMails: 1 });
  expect(held).toMatchObject({ accepted: 1, onceEach: 1, keyedMails: 1, strayMails: 0, repeatedMails: 0 });
  expect(free).toMatchObject({ accepted: 1, onceEach: 0, strayMails: 1 });
});
