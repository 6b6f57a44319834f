import type { Analysis, Hypothesis } from "./analysis.ts";
import { fromUnits, toUnits } from "./beliefs.ts";
import type { Consensus } from "./consensus.ts";
import type { AnalystRole } from "./roles.ts";

/** The most alternatives that a finding keeps: the paper's figure. */
const MOST_ALTERNATIVES = 5;

/** An explanation other than the one that won: an analyst's alternative, or a conclusion that was outvoted. */
export interface EchoAlternative {
  readonly agents: readonly string[];
  /** 0-based. */
  readonly step?: number;
  /** Sum of the confidences of those who hold it possible, each analyst once, over the number of analysts; in [0, 1]. */
  readonly weight: number;
  readonly roles: readonly AnalystRole[];
  /** Of the most confident of them. Untrusted. */
  readonly reason: string;
}

interface Held extends Hypothesis {
  readonly role: AnalystRole;
}

/** @internal The heaviest five, merged where agents and step are the same; the earlier step first among equals. */
export function alternatives(
  analyses: readonly Analysis[],
  { step, agents }: Pick<Consensus, "step" | "agents">,
): readonly EchoAlternative[] {
  const won = (held: Hypothesis): boolean =>
    held.step === step && (agents.length === 0 || held.agents.some((agent) => agents.includes(agent)));
  const analysts = new Set(analyses.map(({ analyst }) => analyst.role)).size;
  const groups = new Map<string, Held[]>();
  for (const { analyst, conclusion, alternatives: others } of analyses) {
    for (const hypothesis of [conclusion, ...others]) {
      if (won(hypothesis) || isEmpty(hypothesis)) continue;
      const key = JSON.stringify([hypothesis.step ?? -1, hypothesis.agents.toSorted()]);
      groups.set(key, [...(groups.get(key) ?? []), { ...hypothesis, role: analyst.role }]);
    }
  }
  return [...groups.values()]
    .flatMap((group) => merged(group, analysts))
    .toSorted((a, b) => b.weight - a.weight || (a.step ?? -1) - (b.step ?? -1))
    .slice(0, MOST_ALTERNATIVES);
}

function merged(group: readonly Held[], analysts: number): readonly EchoAlternative[] {
  const [best] = group.toSorted((a, b) => b.confidence - a.confidence);
  if (best === undefined) return [];
  const strongest = new Map<AnalystRole, number>();
  for (const { role, confidence } of group) {
    strongest.set(role, Math.max(strongest.get(role) ?? 0, toUnits(confidence)));
  }
  const units = [...strongest.values()].reduce((total, value) => total + value, 0);
  return [
    {
      agents: best.agents,
      ...(best.step === undefined ? {} : { step: best.step }),
      weight: fromUnits(units / analysts),
      roles: [...strongest.keys()],
      reason: best.reason,
    },
  ];
}

function isEmpty({ agents, step }: Hypothesis): boolean {
  return agents.length === 0 && step === undefined;
}
