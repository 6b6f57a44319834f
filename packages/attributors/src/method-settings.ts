import type { ChiefOptions } from "./methods/chief/chief.ts";
import type { EchoOptions } from "./methods/echo/echo.ts";
import type { JointOptions } from "./methods/joint/joint-scorer.ts";
import type { RafflesOptions } from "./methods/raffles/raffles.ts";
import type { StepByStepOptions } from "./methods/step-by-step/step-by-step.ts";
import type { ToolCallerOptions } from "./methods/tool-caller/tool-caller.ts";

/** A setting of a method that can be written as text. */
export interface MethodSetting<Options> {
  /** As the method's function has it. */
  readonly name: string;
  /** Values that it takes, in words, and the one that it has by default. */
  readonly expects: string;
  readonly standard: string;
  readonly means: string;
  /** @returns nothing for a text that is no such value */
  readonly read: (text: string) => Partial<Options> | undefined;
}

/** A setting as it is given: of one method, or of every method that has it. */
export interface GivenSetting {
  readonly method?: string;
  readonly name: string;
  readonly text: string;
}

/** Makes the settings of some options, and says what is wrong with one. */
function setting<Options, Value>(
  name: string,
  { expects, parse, ...rest }: Pick<MethodSetting<Options>, "means" | "standard"> & Kind<Value>,
  as: (value: Value) => Partial<Options>,
): MethodSetting<Options> {
  return {
    name,
    expects,
    ...rest,
    read: (text) => {
      const value = parse(text.trim());
      return value === undefined ? undefined : as(value);
    },
  };
}

interface Kind<Value> {
  readonly expects: string;
  readonly parse: (text: string) => Value | undefined;
}

/** A number from a least one on; `whole` ones alone, and without end where `Infinity` is allowed. */
function number(least: number, { most = Infinity, whole = false, endless = false } = {}): Kind<number> {
  const range = most === Infinity ? `${least} or more` : `from ${least} to ${most}`;
  const expects = `a ${whole ? "whole " : ""}number, ${range}${endless ? ", or Infinity" : ""}`;
  return {
    expects,
    parse: (text) => {
      const value = text === "" ? Number.NaN : Number(text);
      if (value === Infinity) return endless ? value : undefined;
      const isNumber = whole ? Number.isSafeInteger(value) : Number.isFinite(value);
      return isNumber && value >= least && value <= most ? value : undefined;
    },
  };
}

function choice<const Value extends string>(...values: readonly Value[]): Kind<Value> {
  return { expects: values.join(" or "), parse: (text) => values.find((value) => value === text) };
}

const TEMPERATURES: Kind<readonly [number, number]> = {
  expects: "two numbers, such as 0.3:0.9, the lower one first, 0 or more",
  parse: (text) => {
    const [low, high, ...more] = text.split(":").map((part) => number(0).parse(part.trim()));
    return low !== undefined && high !== undefined && more.length === 0 && low <= high
      ? [low, high]
      : undefined;
  },
};

const whole = (least: number, most?: number): Kind<number> =>
  number(least, most === undefined ? { whole: true } : { whole: true, most });

/** @internal Settings of RAFFLES, for agents' runs and for chains of reasoning. */
export const RAFFLES: readonly MethodSetting<RafflesOptions>[] = [
  setting(
    "rounds",
    { ...whole(0), standard: "2", means: "the paper's K: rounds at most; 0 asks the judge alone" },
    (rounds) => ({ rounds }),
  ),
  setting(
    "threshold",
    {
      ...number(0),
      standard: "350, or 262.5 of raffles-reasoning",
      means: "sum of confidences above which no further round is played",
    },
    (threshold) => ({ threshold }),
  ),
  setting(
    "evaluatorsRead",
    {
      ...choice("excerpts", "whole"),
      standard: "excerpts",
      means: "what evaluators read; whole is the paper's",
    },
    (evaluatorsRead) => ({ evaluatorsRead }),
  ),
];

/** @internal */
export const ECHO: readonly MethodSetting<EchoOptions>[] = [
  setting("analysts", { ...whole(1, 6), standard: "3", means: "size of the panel, k" }, (analysts) => ({
    analysts,
  })),
  setting(
    "threshold",
    { ...number(0, { most: 1 }), standard: "0.3", means: "least confidence that counts as a vote, delta" },
    (threshold) => ({ threshold }),
  ),
  setting(
    "temperatures",
    { ...TEMPERATURES, standard: "0.3:0.9", means: "lowest and highest of the panel" },
    (temperatures) => ({ temperatures }),
  ),
  setting(
    "unifiedUpTo",
    {
      ...number(0, { endless: true }),
      standard: "10000",
      means:
        "tokens of a trace up to which agent and step are judged together: 0 is the paper's I4, Infinity its I3",
    },
    (unifiedUpTo) => ({ unifiedUpTo }),
  ),
  setting(
    "extraction",
    { ...choice("patterns", "model"), standard: "patterns", means: "what abridges far steps" },
    (extraction) => ({ extraction }),
  ),
];

/** @internal */
export const CHIEF: readonly MethodSetting<ChiefOptions>[] = [
  setting(
    "longestText",
    {
      ...number(1, { endless: true }),
      standard: "3000",
      means: "characters of a step's text beyond which its middle is left out; Infinity is the paper's",
    },
    (longestText) => ({ longestText }),
  ),
  setting("examples", { ...whole(0), standard: "2", means: "examples of how tasks are cut" }, (examples) => ({
    examples,
  })),
];

/** @internal Settings of step-by-step and hybrid. */
export const STEPWISE: readonly MethodSetting<StepByStepOptions>[] = [
  setting(
    "stop",
    {
      ...choice("at-mistake", "never"),
      standard: "at-mistake",
      means: "whether to ask about the steps after the first that is judged a mistake",
    },
    (stop) => ({ stop }),
  ),
];

/** @internal */
export const TOOL_CALLER: readonly MethodSetting<ToolCallerOptions>[] = [
  setting(
    "maxInspections",
    { ...whole(0), standard: "3", means: "steps inspected at most" },
    (maxInspections) => ({
      maxInspections,
    }),
  ),
];

/** @internal */
export const JOINT: readonly MethodSetting<JointOptions>[] = [
  setting(
    "window",
    { ...whole(1), standard: "what the model reads, at most 100000", means: "tokens of a trace in one call" },
    (window) => ({ window }),
  ),
  setting(
    "overlap",
    { ...whole(0), standard: "2", means: "steps that two parts share at most" },
    (overlap) => ({
      overlap,
    }),
  ),
  setting(
    "refine",
    {
      expects: "0, or a whole number, 2 or more",
      parse: (text) => (text === "0" ? 0 : whole(2).parse(text)),
      standard: "0",
      means: "most suspect steps that a last call compares again",
    },
    (refine) => ({ refine }),
  ),
];

/** The settings of methods that have any, by name of method. */
export const METHOD_SETTINGS: Readonly<Record<string, readonly MethodSetting<object>[]>> = {
  joint: JOINT,
  "step-by-step": STEPWISE,
  hybrid: STEPWISE,
  "tool-caller": TOOL_CALLER,
  echo: ECHO,
  raffles: RAFFLES,
  "raffles-reasoning": RAFFLES,
  chief: CHIEF,
};

/**
 * @internal The options that some settings make.
 *
 * @throws {RangeError} on a setting that is not among these, or a text that it does not take
 */
export function readSettings<Options>(
  method: string,
  settings: readonly MethodSetting<Options>[],
  given: readonly GivenSetting[],
): Partial<Options> {
  let options: Partial<Options> = {};
  for (const { name, text } of given) {
    const found = settings.find((each) => each.name === name);
    if (found === undefined) {
      const known = settings.map((each) => each.name).join(", ") || "none";
      throw new RangeError(`Expected a setting of ${method}, which has ${known}; got "${name}".`);
    }
    const read = found.read(text);
    if (read === undefined)
      throw new RangeError(`Expected \`${name}\` of ${method} to be ${found.expects}, got "${text}".`);
    options = { ...options, ...read };
  }
  return options;
}
