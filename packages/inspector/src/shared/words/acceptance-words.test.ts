import { acceptanceTable } from "@langgraph-rollback/attribution";
import { expect, it } from "vitest";

import { acceptanceFigures } from "./acceptance-words.ts";

it("tells what is accepted by retries and gamma, and that tasks are too few for a gamma", () => {
  const tasks = [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9].map((score) => [
    { score, right: false },
    { score: score + 0.05, right: true },
  ]);
  const { head, rows } = acceptanceFigures(
    acceptanceTable({ below: 0.2, maxRetries: 2, tasks }, [0.05, 0.2]),
  );
  expect(head).toEqual(["retries", "gamma", "right ones accepted", "tasks that end right", "that end wrong"]);
  expect(rows.slice(3)).toEqual([
    ["2", "0.05", "too few tasks", "-", "-"],
    ["2", "0.2", "2 of 9 (3-60 %)", "0 of 9 (0-34 %)", "2 of 9 (3-60 %)"],
    ["2", "unbounded", "8 of 9 (52-100 %)", "0 of 9 (0-34 %)", "8 of 9 (52-100 %)"],
  ]);
});
