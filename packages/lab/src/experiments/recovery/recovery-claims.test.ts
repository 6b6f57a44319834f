import { expect, it } from "vitest";

import { findingOf } from "../../archive/figures-archive.ts";
import { keptFindings } from "../../archive/figures-file.ts";
import { recoveryClaims } from "./recovery-claims.ts";
import type { RecoveryFigures } from "./recovery-figures.ts";

const kept = () => JSON.parse(JSON.stringify(findingOf(keptFindings(), "recovery")));

it("makes the kept claims of the kept figures", () => {
  const { claims, figures } = kept();
  expect(recoveryClaims(figures)).toEqual(claims);
});

it("refutes each promise by figures that break it", () => {
  const figures: RecoveryFigures = kept().figures;
  const broken: RecoveryFigures = {
    ...figures,
    agents: figures.agents.map((agent) => ({
      ...agent,
      shorter: agent.shorter.map((each) => ({ ...each, cutDiffers: 1 })),
      policies: agent.policies.map((policy) => ({
        ...policy,
        cells: policy.cells.map((cell) => ({
          ...cell,
          missed: { mean: cell.alpha + 0.05, standardError: 0.01 },
          untrue: 0.2,
          unpromised: 1,
          otherRank: 1,
        })),
      })),
    })),
    online: figures.online.map((each) => ({ ...each, mostAboveShare: 0.1 })),
    pooled: figures.pooled.map((each) => ({ ...each, pooled: { mean: 0, standardError: 0 } })),
  };
  const claims = recoveryClaims(broken);
  expect(claims.filter(({ holds, isOpen }) => holds || isOpen === true)).toEqual([]);
  expect(claims).toHaveLength(recoveryClaims(figures).length);
});
