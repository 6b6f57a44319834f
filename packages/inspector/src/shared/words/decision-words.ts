import type { Attribution } from "@langgraph-rollback/attribution";

import type { AttemptView } from "../view/thread-view.ts";
import { LAST_START } from "./coverage-words.ts";
import { counted } from "./counted.ts";
import { percent } from "./percent.ts";
import { stoppedWords } from "./stopped-words.ts";

/** A fact of the record about the decision after an attempt. */
export interface DecisionFact {
  readonly name: string;
  readonly words: string;
}

/** Description of the set of an attempt: shown once, beside it. */
export function whatTheSetIs({ calibrated }: Pick<Attribution, "calibrated">): string {
  return calibrated?.convention === undefined
    ? "The set lists the steps that may be the first mistake that the run did not recover from."
    : `The set lists the steps that may be ${LAST_START}.`;
}

/** Promise of the start, what the run had learnt, approval by a human, and the budget that ended the run; only what the record says. */
export function decisionFacts(attempt: AttemptView): readonly DecisionFact[] {
  const { rewind, planned, proposed, stopped, approval } = attempt;
  const decided = rewind ?? planned ?? proposed;
  return [
    ...(decided === undefined ? [] : [{ name: "Promise of the start", words: startWords(decided) }]),
    ...(decided?.drawn === undefined ? [] : [{ name: "Drawn start", words: drawnWords(decided) }]),
    ...learntFacts(attempt),
    ...recoveryFacts(attempt),
    ...(approval === undefined ? [] : [{ name: "Approval", words: APPROVALS[approval] }]),
    ...(stopped === undefined ? [] : [{ name: "Stopped", words: sentence(stoppedWords(stopped)) }]),
    ...callFacts(attempt),
    ...spentFacts(attempt),
  ];
}

/** In place of a restart, as restarts teach nothing. */
const drawnWords = ({ step }: { readonly step: number }): string =>
  `Step ${step + 1} was drawn, in place of a restart. Its outcome tells the agent where mistakes lie.`;

/** The version that the run of an agent that learns began with, and what caps its first rollback. */
function learntFacts({ recovery }: AttemptView): readonly DecisionFact[] {
  if (recovery?.learnt === undefined) return [];
  const { cap, version } = recovery.learnt;
  const began =
    version === NOTHING_LEARNT
      ? "The run began before the agent had learnt anything from its own runs."
      : `The run began with version ${version} of what the agent has learnt from its own runs.`;
  const lifted = recovery.promise === undefined ? NOTHING_YET : RECOVERY_ALONE;
  return [{ name: "Learnt", words: `${began} ${cap === "lifted" ? lifted : CAPS[cap]}` }];
}

/** Id of the version before any. */
const NOTHING_LEARNT = "cold";
const RECOVERY_ALONE = "No set caps where its first rollback starts: recovery alone is promised.";
const NOTHING_YET =
  "No set caps where its first rollback starts: recovery alone can be promised, and it is not yet.";
const CAPS = {
  "last-recovering-start": "Sets on replays cap where its first rollback starts.",
  own: "Its first rollback starts as the scorer or the calibration that the agent was given says.",
} as const;

/** Promise about the recovery of such runs, and whether a person had to be asked about this one. */
function recoveryFacts({ recovery, recoveryPromise }: AttemptView): readonly DecisionFact[] {
  return [
    ...(recoveryPromise === undefined
      ? []
      : [{ name: "Promise of recovery", words: sentence(recoveryPromise) }]),
    ...(recovery?.handedOver === undefined
      ? []
      : [
          {
            name: "Handed over",
            words: "Nothing recovered the run, and too many failed runs would else have ended silently.",
          },
        ]),
  ];
}

const APPROVALS: Readonly<Record<NonNullable<AttemptView["approval"]>, string>> = {
  approved: "A human was asked and approved the rollback.",
  declined: "A human was asked and declined the rollback.",
  waits: "A human was asked and has not answered yet.",
  dropped: "A human was asked. The rollback was not made.",
};

function startWords({
  promise,
  reach,
  step,
}: NonNullable<AttemptView["rewind"] | AttemptView["planned"]> & { readonly reach?: number }): string {
  const isByReplay = promise?.convention !== undefined;
  const target = isByReplay ? "the last start from which a replay recovers" : "the first mistake";
  const believed =
    reach === undefined || step === 0
      ? ""
      : ` By the scores, ${target} lies in the undone steps with probability ${percent(reach)}.`;
  if (promise === undefined) return `Nothing is promised of the start.${believed}`;
  const { level, alpha, guarantee } = promise;
  const bound =
    guarantee === "exact"
      ? `at least ${percent(level)}`
      : `about ${percent(level)} (approximate: aimed at, not proven)`;
  if (isByReplay)
    return `In ${bound} of failed runs, the retry starts at or before ${LAST_START} (alpha ${alpha}).${believed}`;
  return `In ${bound} of failed runs, the steps that the policy keeps do not contain the first mistake of attempt 1 (alpha ${alpha}).${believed}`;
}

function callFacts({ calls: heard }: AttemptView): readonly DecisionFact[] {
  if (heard === undefined || heard.calls === 0) return [];
  const { calls, withNote, cached } = heard;
  const share = cached === undefined ? "" : `; ${percent(cached)} of the tokens in came from a cache`;
  return [
    {
      name: "Model calls",
      words: `${withNote} of ${calls} were given the note of the attempt before${share}.`,
    },
  ];
}

function spentFacts({ spent }: AttemptView): readonly DecisionFact[] {
  if (spent === undefined) return [];
  const { steps, tokens = [], cached } = spent;
  const models = tokens.map(
    ({ model, input, output }) =>
      `${input.toLocaleString("en")} tokens in and ${output.toLocaleString("en")} out${model === undefined ? "" : ` by ${model}`}`,
  );
  const share = cached === undefined ? [] : [`${percent(cached)} of the tokens in from a cache`];
  return [{ name: "Spent", words: sentence([counted(steps, "step"), ...models, ...share].join(", ")) }];
}

const sentence = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
