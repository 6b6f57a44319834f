import type { ConformalMethod } from "@langgraph-rollback/attribution/conformal";

import type { MethodFigures, Setting, SettingFigures } from "./measure-setting.ts";

/** Which figures; what is left out may be anything. */
export interface Wanted {
  readonly method: ConformalMethod;
  readonly alpha?: number;
  readonly setting?: Setting;
  readonly scorer?: string;
}

/** A method's requested figures, each with its setting's. */
export function figuresOf(
  figures: readonly SettingFigures[],
  { alpha, method, scorer, setting }: Wanted,
): readonly (MethodFigures & Omit<SettingFigures, "methods">)[] {
  return figures
    .filter((each) => alpha === undefined || each.alpha === alpha)
    .filter((each) => setting === undefined || each.setting === setting)
    .filter((each) => scorer === undefined || each.scorer === scorer)
    .flatMap(({ methods, ...where }) =>
      methods.filter((each) => each.method === method).map((each) => ({ ...where, ...each })),
    );
}

export const removalOf = (figures: readonly SettingFigures[], wanted: Wanted): number | undefined =>
  figuresOf(figures, wanted)[0]?.removalRate;

/** Standard error of a coverage's mean, as of more splits of the same failures. */
export const errorOf = ({
  coverage,
  splits,
}: Pick<MethodFigures, "coverage"> & Pick<SettingFigures, "splits">): number =>
  coverage.std / Math.sqrt(splits);
