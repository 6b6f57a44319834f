import { expect, it } from "vitest";

import { runVerdictOn } from "../../fixtures/labels.ts";
import type { Label } from "../labels/label.ts";
import { runLabelWords } from "./run-label-words.ts";

const said = (labeller: string, kind: "right" | "wrong" | "unsure", id = labeller): Label => ({
  ...runVerdictOn("t", kind, { labeller }),
  id,
  at: "2026-01-02T03:04:05.000Z",
});

it("counts those who take a run for right, and those who take it for wrong", () => {
  expect(runLabelWords([said("ada", "right"), said("ben", "right")])).toBe("labelled right by 2");
  expect(runLabelWords([said("ada", "wrong")])).toBe("labelled wrong by 1");
  expect(runLabelWords([said("ada", "wrong"), said("ben", "right")])).toBe("labelled right by 1, wrong by 1");
});

it("takes the last word of each, and says nothing where nobody is sure", () => {
  expect(runLabelWords([said("ada", "right", "1"), said("ada", "wrong", "2")])).toBe("labelled wrong by 1");
  expect(runLabelWords([said("ada", "unsure")])).toBeUndefined();
  expect(runLabelWords([])).toBeUndefined();
});
