import { flag, share, type FeatureGroup } from "./feature-group.ts";
import type { StepReading } from "./step-reading.ts";

const NAMES = [
  "length",
  "code",
  "firstCode",
  "toolErrorHere",
  "toolErrorNext",
  "stepError",
  "stepErrorNext",
  "hedging",
  "verifying",
  "claiming",
  "digits",
] as const;

const words = (text: string): ReadonlySet<string> => new Set(text.split(" "));

const HEDGING = words(
  "assume assuming assumed assumption assumptions might may maybe perhaps possibly probably likely unlikely seems seem appears unclear unsure uncertain guess hypothetical simulate simulated suppose typically usually approximately roughly sorry unfortunately cannot unable placeholder example",
);
const VERIFYING = words(
  "verify verified verifying verification confirm confirmed confirming confirmation check checked checking validate validated validation ensure accurate accuracy review cross double correct correctly",
);
const CLAIMING = words(
  "therefore thus hence conclude conclusion final answer result found identified determined based so total",
);
const ERROR =
  /error\b|\b(?:traceback|exception|failed|failure|timed out|not found|denied|exitcode: [1-9]|status code [45]\d\d)\b/iu;

/** Features of a step's words alone. */
export const textFeatures: FeatureGroup<(typeof NAMES)[number]> = {
  names: NAMES,
  read: ({ steps }) => {
    const coded = steps.map(({ text }) => text.includes("```"));
    const failing = steps.map(({ text }) => ERROR.test(text));
    const firstCode = coded.indexOf(true);
    return steps.map((reading, index) => ({
      length: Math.log1p(reading.words.length),
      code: flag(coded[index] === true),
      firstCode: flag(index === firstCode),
      toolErrorHere: flag(failing[index] === true),
      toolErrorNext: flag(failing[index + 1] === true),
      stepError: flag(reading.step.error !== undefined),
      stepErrorNext: flag(steps[index + 1]?.step.error !== undefined),
      hedging: density(reading, HEDGING),
      verifying: density(reading, VERIFYING),
      claiming: density(reading, CLAIMING),
      digits: share(reading.words.filter((word) => /^\d/u.test(word)).length, reading.words.length),
    }));
  },
};

/** How often a step uses certain words, on a scale that long steps do not run away with. */
function density({ words: all }: StepReading, wanted: ReadonlySet<string>): number {
  return Math.log1p(all.filter((word) => wanted.has(word)).length);
}
