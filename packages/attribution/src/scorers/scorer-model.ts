import { z } from "zod";

/** Every step alike. */
export interface ConstantModel {
  readonly kind: "constant";
}

/** How much likelier than average a step is the decisive one, by where it stands alone. See `fitPositionScorer`. */
export interface PositionModel {
  readonly kind: "position";
  /** By tenths of the trajectory; positive. */
  readonly relative: readonly number[];
  /** By distance from the first step, the last entry standing for all beyond; positive. */
  readonly fromStart: readonly number[];
  /** By distance from the last step, likewise; positive. */
  readonly fromEnd: readonly number[];
}

/** Tools that are known to write or only to read. See `firstWriteScorer`. */
export interface FirstWriteModel {
  readonly kind: "first-write";
  /** Version of the rule for the other tools. */
  readonly rule: 1;
  /** Names of tools that only read, sorted. */
  readonly reads: readonly string[];
  /** Names of tools that write, sorted. */
  readonly writes: readonly string[];
}

/** Runs to compare the steps of a failing run with. No text is in it. See `spectrumScorer`. */
export interface SpectrumModel {
  readonly kind: "spectrum";
  /** Version of the digests. */
  readonly digests: 1;
  readonly runs: readonly SpectrumRun[];
}

/** One run of a {@link SpectrumModel}. */
export interface SpectrumRun {
  readonly id: string;
  /** Digest of its task. */
  readonly task: string;
  readonly ok: boolean;
  /** Digests of its steps, sorted, each once. */
  readonly steps: readonly string[];
}

/** Ridge conditional logit over the features of the steps. See `fitLogitScorer`. */
export interface LogitModel {
  readonly kind: "logit";
  /** Version of the feature set that the weights belong to. */
  readonly featureSet: string;
  /** Names of the features, shape [f]. */
  readonly features: readonly string[];
  /** Mean of each feature over the steps it was fitted on, shape [f]. */
  readonly means: readonly number[];
  /** Standard deviation, shape [f]; 1 where a feature never varied. */
  readonly deviations: readonly number[];
  readonly weights: readonly number[];
  /** Ridge penalty that cross-validation found likeliest. */
  readonly l2: number;
  /** Present where it was fitted to outcomes of retries and replays. */
  readonly learntFrom?: LearntFrom;
}

/** Evidence that a scorer was fitted to, by `fitOutcomeScorer`. */
export interface LearntFrom {
  /** Failed attempts about which something is known. */
  readonly failures: number;
  /** Those of them whose first mistake a person named, as one step. */
  readonly labels: number;
  /** Those whose first mistake a person named as one of several steps. */
  readonly intervals: number;
  /** Retries with a verdict. */
  readonly retries: number;
  /** Replays with a verdict. */
  readonly replays: number;
  /** Retries and replays without a verdict: they were left out. */
  readonly inconclusive: number;
  /** Chance that a retry is accepted whose start lies at or before the mistake, if each redone step is right. In (0, 1). */
  readonly reaching: number;
  /** Chance that a retry is accepted whose start lies behind the mistake. In (0, 1). */
  readonly missing: number;
  /** Chance that no retry of a failed attempt is accepted, wherever it starts. In [0, 1). */
  readonly stuck: number;
  /** Probability that a redone step errs, as it was given. In [0, 1). */
  readonly errorRate: number;
}

/** Weights of several scorers' opinions and of what is known of the steps without them. See `ensemble`. */
export interface EnsembleModel {
  readonly kind: "ensemble";
  /** The members whose opinions they are, shape [m]; with the scorer itself, if it fits into JSON. */
  readonly members: readonly { readonly fingerprint: string; readonly model?: ScorerModel }[];
  /** The column of each weight, shape [c]. */
  readonly columns: readonly EnsembleColumn[];
  /** Version of the feature set, if a column is a feature. */
  readonly featureSet?: string;
  /** Mean of each column over the steps that the weights were fitted on, shape [c]. */
  readonly means: readonly number[];
  /** Standard deviation, shape [c]; 1 where a column never varied. */
  readonly deviations: readonly number[];
  readonly weights: readonly number[];
  /** Ridge penalty that cross-validation found likeliest. */
  readonly l2: number;
}

/** One number for each step that an ensemble weighs. `member` is a position in the model's `members`. */
export type EnsembleColumn =
  /** Log odds of the member's score. */
  | { readonly from: "score"; readonly member: number }
  /** 1 where the member's marks say so, else 0. */
  | { readonly from: "mark"; readonly member: number; readonly says: MarkSign }
  /** Share of the members with marks whose marks say so, in [0, 1]. */
  | { readonly from: "votes"; readonly says: MarkSign }
  /** A feature of `stepFeatures`. */
  | { readonly from: "feature"; readonly name: string };

/** Meaning of marks for a step: it is wrong, neutral, the first wrong one, or right before or right after the first wrong one. */
export const MARK_SIGNS = ["wrong", "neutral", "firstWrong", "nextToFirst"] as const;
export type MarkSign = (typeof MARK_SIGNS)[number];

/** A fitted scorer as plain JSON. Of an ensemble, members that are no fitted scorers themselves are named only. */
export type ScorerModel =
  | ConstantModel
  | FirstWriteModel
  | SpectrumModel
  | PositionModel
  | LogitModel
  | EnsembleModel;

const positives = z.array(z.number().positive()).min(1);
const numbers = z.array(z.number());
const texts = z.array(z.string());

const count = z.int().nonnegative();
const chance = z.number().gt(0).lt(1);

const learntFrom: z.ZodType<LearntFrom> = z.object({
  failures: count,
  labels: count,
  intervals: count,
  retries: count,
  replays: count,
  inconclusive: count,
  reaching: chance,
  missing: chance,
  stuck: z.number().gte(0).lt(1),
  errorRate: z.number().gte(0).lt(1),
});

const says = z.enum(MARK_SIGNS);
const member = z.int().nonnegative();

const ensembleColumn: z.ZodType<EnsembleColumn> = z.discriminatedUnion("from", [
  z.object({ from: z.literal("score"), member }),
  z.object({ from: z.literal("mark"), member, says }),
  z.object({ from: z.literal("votes"), says }),
  z.object({ from: z.literal("feature"), name: z.string() }),
]);

/** Shape of a {@link ScorerModel}; unknown keys are dropped. */
export const scorerModelSchema: z.ZodType<ScorerModel> = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("constant") }),
  z.object({ kind: z.literal("first-write"), rule: z.literal(1), reads: texts, writes: texts }),
  z.object({
    kind: z.literal("spectrum"),
    digests: z.literal(1),
    runs: z.array(z.object({ id: z.string(), task: z.string(), ok: z.boolean(), steps: texts })),
  }),
  z.object({ kind: z.literal("position"), relative: positives, fromStart: positives, fromEnd: positives }),
  z
    .object({
      kind: z.literal("logit"),
      featureSet: z.string(),
      features: z.array(z.string()),
      means: numbers,
      deviations: positives,
      weights: numbers,
      l2: z.number().positive(),
      learntFrom: z.exactOptional(learntFrom),
    })
    .refine(sameLengths, {
      error: "Expected one mean, deviation and weight for each feature",
      path: ["weights"],
    }),
  z
    .object({
      kind: z.literal("ensemble"),
      members: z
        .array(
          z.object({
            fingerprint: z.string().min(1),
            model: z.exactOptional(z.lazy(() => scorerModelSchema)),
          }),
        )
        .min(1),
      columns: z.array(ensembleColumn).min(1),
      featureSet: z.exactOptional(z.string()),
      means: numbers,
      deviations: positives,
      weights: numbers,
      l2: z.number().positive(),
    })
    .refine(({ columns, deviations, means, weights }) => isAlike(columns, [means, deviations, weights]), {
      error: "Expected one mean, deviation and weight for each column",
      path: ["weights"],
    })
    .refine(({ columns, members }) => columns.every((column) => memberIn(column) < members.length), {
      error: "Expected columns of the model's members",
      path: ["columns"],
    })
    .refine(
      ({ columns, featureSet }) =>
        featureSet !== undefined || columns.every(({ from }) => from !== "feature"),
      { error: "Expected the version of the features", path: ["featureSet"] },
    ),
]);

function sameLengths({ deviations, features, means, weights }: LogitModel): boolean {
  return isAlike(features, [means, deviations, weights]);
}

function isAlike(named: readonly unknown[], numbered: readonly (readonly number[])[]): boolean {
  return numbered.every((values) => values.length === named.length);
}

/** -1 for columns that are of no member alone. */
function memberIn(column: EnsembleColumn): number {
  return "member" in column ? column.member : -1;
}
