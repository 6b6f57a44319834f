import type { WhatIfRules } from "langgraph-rollback/operator";
import type { Replay } from "langgraph-rollback/replay";

import type { WhatIfsView } from "../shared/acting/acting-view.ts";
import type { WhatIfTold } from "../shared/view/what-if-told.ts";
import { shortened } from "../shared/words/shortened.ts";
import { jsonOf } from "../source/json-of.ts";

/** The agent's own rules about acts in a what-if. */
export function factsOf(
  rules: Pick<WhatIfRules, "nodes" | "sandbox" | "tools">,
): Pick<WhatIfsView, "answered" | "hasSandbox" | "nodes" | "runs"> {
  const nodes = Object.entries(rules.nodes ?? {});
  const tools = Object.entries(rules.tools ?? {});
  const isStoodFor = (answer: unknown): boolean => typeof answer === "function" || answer === "recorded";
  return {
    runs: namesOf(tools, (answer) => answer === "run"),
    nodes: namesOf(nodes, (answer) => answer === "run"),
    answered: namesOf([...nodes, ...tools], isStoodFor),
    hasSandbox: rules.sandbox !== undefined,
  };
}

function namesOf(
  answers: readonly (readonly [string, unknown])[],
  isOne: (answer: unknown) => boolean,
): readonly string[] {
  return [...new Set(answers.filter(([, answer]) => isOne(answer)).map(([name]) => name))];
}

/** Characters of a reason, and of an act's arguments. */
const REASON = 4000;
const ARGS = 200;
/** Acts that are told of. */
const ACTS = 50;

/** A what-if that was made, for people. */
export function toldOf(
  { calls, reason, rewind, status }: Pick<Replay, "calls" | "reason" | "rewind" | "status">,
  asked: Pick<WhatIfTold, "by" | "why">,
): WhatIfTold {
  const acts = calls.filter(({ kind }) => kind !== "model").slice(-ACTS);
  return {
    ...asked,
    at: new Date().toISOString(),
    step: rewind.step,
    status,
    reason: shortened(reason, REASON).text,
    acts: acts.map(({ answer, args, name }) => ({
      name: shortened(name, ARGS).text,
      args: shortened(JSON.stringify(jsonOf(args, { characters: ARGS, depth: 4 }).value), ARGS).text,
      answer,
    })),
  };
}
