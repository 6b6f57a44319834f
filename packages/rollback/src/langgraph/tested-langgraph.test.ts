import { expect, it } from "vitest";

import { isUntestedLanggraph, TESTED_LANGGRAPH } from "./tested-langgraph.ts";

const [major = 0, minor = 0] = TESTED_LANGGRAPH.split(".").map(Number);

it.each([
  `${major}.${minor + 1}.0`,
  `${major}.${minor + 10}.3`,
  `${major}.${minor + 1}.0-rc.1`,
  `${major + 1}.0.0`,
])("%s is untested", (version) => {
  expect(isUntestedLanggraph(version)).toBe(true);
});

it.each([
  `${major}.${minor}.0`,
  `${major}.${minor}.99`,
  `${major}.${minor - 1}.99`,
  `${major - 1}.${minor + 1}.0`,
  "",
  "next",
])('"%s" is not untested', (version) => {
  expect(isUntestedLanggraph(version)).toBe(false);
});
