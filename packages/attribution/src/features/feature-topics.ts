import { positionFeatures } from "./position-features.ts";

/** Known facts about one step beside the steps of its run. */
export interface StepFeatures {
  /** 1-based. */
  readonly place: number;
  /** Number of steps of the run. */
  readonly length: number;
  /** Whether a feature of the step is above 0. */
  readonly has: (feature: string) => boolean;
  /** Whether a feature of the step is above its mean over the run. */
  readonly isHigh: (feature: string) => boolean;
}

/** Features that a person would call one thing, and words for what they find in a step. */
export interface FeatureTopic {
  readonly features: readonly string[];
  /** A fact about the step, as the end of a sentence that begins with "The step". Quotes nothing of the trace. */
  readonly says: (step: StepFeatures) => string;
}

/** A topic of two sides: one holds where its first feature is above 0, the other elsewhere. */
const whether = (features: readonly [string, ...string[]], holds: string, not: string): FeatureTopic => ({
  features,
  says: ({ has }) => (has(features[0]) ? holds : not),
});

/** A topic of more and less: its first feature is held against its mean over the run. */
const howMuch = (features: readonly [string, ...string[]], much: string, little: string): FeatureTopic => ({
  features,
  says: ({ isHigh }) => (isHigh(features[0]) ? much : little),
});

/** A topic that says what holds first of several things. */
const whichOf = (
  found: readonly (readonly [feature: string, words: string])[],
  none: string,
  others: readonly string[] = [],
): FeatureTopic => ({
  features: [...found.map(([feature]) => feature), ...others],
  says: ({ has }) => found.find(([feature]) => has(feature))?.[1] ?? none,
});

/** All features in words, each in one topic. */
export const FEATURE_TOPICS: readonly FeatureTopic[] = [
  {
    features: positionFeatures.names,
    says: ({ place, length }) => `is step ${place} of ${length}: its place in the run`,
  },
  whichOf(
    [
      ["user", "is the user's message"],
      ["tool", "is a tool's answer"],
      ["thought", "plans or thinks"],
      ["dispatch", "hands work to another agent"],
      ["end", "ends the run"],
    ],
    "does the work itself, by its agent's name",
  ),
  whether(["agentFirst"], "is the first of its agent", "is not the first of its agent"),
  whichOf(
    [
      ["firstWorker", "is the first that does the work itself"],
      ["lastWorker", "is the last that does the work itself"],
    ],
    "has this many working steps before it",
    ["workersBefore"],
  ),
  whichOf(
    [
      ["beforeTool", "comes right before a tool's answer"],
      ["afterTool", "comes right after a tool's answer"],
    ],
    "is next to no tool's answer",
  ),
  howMuch(
    ["length", "lengthUp", "lengthDown", "lengthApart", "lengthRank", "lines"],
    "is longer than the average step of the run",
    "is shorter than the average step of the run",
  ),
  whichOf(
    [
      ["firstCode", "has the first code of the run"],
      ["code", "has code"],
    ],
    "has no code",
  ),
  whichOf(
    [
      ["stepError", "threw"],
      ["stepErrorNext", "comes right before a step that threw"],
      ["toolErrorHere", "speaks of an error"],
      ["toolErrorNext", "comes right before a step that speaks of an error"],
    ],
    "speaks of no error, and none follows it",
  ),
  whether(["hedging"], 'has words of doubt, such as "maybe" and "assume"', "has no words of doubt"),
  whether(["verifying"], 'has words of checking, such as "verify"', "has no words of checking"),
  whether(["claiming"], 'has words of concluding, such as "therefore"', "has no words of concluding"),
  howMuch(["digits"], "has many numbers among its words", "has few numbers among its words"),
  howMuch(["symbols"], "has many signs that are no letters", "has few signs that are no letters"),
  howMuch(["novelty"], "has much new text", "has little new text"),
  howMuch(
    ["repetition", "duplicate"],
    "repeats much of its agent's earlier output",
    "repeats little of its agent's earlier output",
  ),
  howMuch(["taskOverlap"], "is close to the words of the task", "is far from the words of the task"),
  whether(
    ["reuseLater"],
    "is the source of words that later steps use",
    "brings in no words that later steps use",
  ),
  whichOf(
    [
      ["answerFirst", "is the first to say words of the last answer"],
      ["answerHere", "says words of the last answer"],
    ],
    "says no words of the last answer",
  ),
  whichOf(
    [
      ["firstClaim", "has the first calculation of the run"],
      ["lastClaim", "has the last calculation of the run"],
      ["claims", "calculates"],
    ],
    "calculates nothing",
  ),
  whichOf(
    [
      ["firstWrongClaim", "has the first calculation of the run that is wrong"],
      ["wrongClaim", "has a calculation that is wrong"],
    ],
    "has no calculation that is wrong",
  ),
  whichOf(
    [
      ["usesWrongResult", "calculates with the result of a wrong calculation"],
      ["afterWrongClaim", "comes after a wrong calculation"],
    ],
    "comes after no wrong calculation",
  ),
  whether(["roundedClaim"], "has a result that is rounded", "rounds no result"),
  whichOf(
    [
      ["firstStrangeOperand", "is the first to calculate with a number that stands nowhere before"],
      ["strangeOperand", "calculates with a number that stands nowhere before"],
      ["firstStrangeNumber", "is the first to name a number that stands nowhere before"],
      ["strangeNumber", "names a number that stands nowhere before"],
      ["commonOperand", "calculates with a common number that stands nowhere before, such as 60"],
    ],
    "names no number that stands nowhere before",
  ),
  whether(
    ["contradiction"],
    "gives another result than an earlier step for the same calculation",
    "contradicts no earlier result",
  ),
  whether(
    ["operatorMismatch"],
    "calculates otherwise than the words around it suggest",
    "does not calculate otherwise than the words around it suggest",
  ),
  whichOf(
    [
      ["instructionNumberMissing", "leaves out numbers of the instruction before it"],
      ["taskNumberMissing", "is the last calculation, and numbers of the task were never used"],
    ],
    "leaves out no numbers of the instruction before it",
  ),
  whichOf(
    [
      ["resultIsAnswer", "has a result that is in the last answer"],
      ["resultReused", "has a result that later steps calculate with"],
    ],
    "has no result that is used later",
  ),
  howMuch(
    ["lost", "lostApart", "dropped", "gained"],
    "drops much of the output of the step before it",
    "drops little of the output of the step before it",
  ),
  howMuch(["taskCover", "taskCoverLost"], "holds many of the task's words", "holds few of the task's words"),
  howMuch(
    ["surpriseMean", "surpriseMost", "surpriseShare", "surpriseArguments"],
    "has tokens that its model was less sure of than of those of other steps",
    "has no tokens that its model was less sure of than of those of other steps",
  ),
];
