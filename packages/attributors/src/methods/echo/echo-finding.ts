import type { Finding } from "../../finding/attributor.ts";
import type { EchoAlternative } from "./alternatives.ts";
import type { BlameKind } from "./consensus.ts";
import type { EchoDisagreement } from "./disagreement.ts";
import type { AnalystRole } from "./roles.ts";
import type { EchoVote } from "./vote.ts";

/** Result of ECHO, and the votes of its panel. */
export interface EchoFinding extends Finding {
  /** Whether agent and step were judged in one round or in two. */
  readonly mode: "unified" | "decoupled";
  /** The panel. Those whose answer is missing have no vote. */
  readonly roles: readonly AnalystRole[];
  /** In the panel's order: one an analyst in a unified analysis; decoupled, those on the agent, then those on the step. */
  readonly votes: readonly EchoVote[];
  /** Whether one agent is to blame or several; absent where no vote counted. */
  readonly kind?: BlameKind;
  /** All agents blamed, the one with most votes first. */
  readonly agents: readonly string[];
  /** Mean confidence of the deciding votes, in [0, 1]; 0 without any. */
  readonly confidence: number;
  /** Share of the counted votes' weight that backs the agent and the step, in [0, 1]. */
  readonly agreement: { readonly agent: number; readonly step: number };
  readonly disagreement: EchoDisagreement;
  /** At most five, the heaviest first. */
  readonly alternatives: readonly EchoAlternative[];
}
