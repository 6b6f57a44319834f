import { share, table } from "../../documents/table.ts";
import type { Figure } from "../figure.ts";
import type { ArmFigures } from "./arm-figures.ts";
import { figuresOf, type SettingFigures } from "./setting-figures.ts";

/** Success, and steps of those of restarting. The winner of a setting stands in bold. */
function successCell(figures: ArmFigures, { winners }: SettingFigures): string {
  const cell = `${withError(figures.success)}, ${withError(figures.stepsOfRestart)}`;
  return winners[figures.rollbacks] === figures.arm ? `**${cell}**` : cell;
}

/** Success and steps of every arm in every setting. */
export const successTable = (settings: readonly SettingFigures[], rollbacks: number): string =>
  armTable(settings, rollbacks, successCell);

/** Which arm wins where: a row a setting, with the arms that a reader chooses from. */
export function winnersTable(
  settings: readonly SettingFigures[],
  arms: readonly string[],
  rollbacks: number,
): string {
  const rows = settings.map((setting) => [
    `${setting.system}, ${setting.variant}`,
    setting.winners[rollbacks] ?? "",
    ...arms.map((arm) => successCell(figuresOf(setting, arm, rollbacks), setting)),
  ]);
  return table(["", "winner", ...arms], rows);
}

/** How often the first start lies at or before the mistake, and what share of the steps it redoes. */
export const reachTable = (settings: readonly SettingFigures[]): string =>
  armTable(settings, 1, ({ reach, redone }) =>
    reach === null ? "" : `${withError(reach)}, ${withError(redone)}`,
  );

/** Tokens of every arm, of those of restarting. */
export const tokensTable = (settings: readonly SettingFigures[], rollbacks: number): string =>
  armTable(settings, rollbacks, ({ tokens }, { arms }) => {
    const restart = arms.find((each) => each.arm === "restart" && each.rollbacks === rollbacks);
    return restart === undefined ? "" : share(tokens / restart.tokens);
  });

function armTable(
  settings: readonly SettingFigures[],
  rollbacks: number,
  cell: (figures: ArmFigures, setting: SettingFigures) => string,
): string {
  const made = (setting: SettingFigures): readonly ArmFigures[] =>
    setting.arms.filter((each) => each.rollbacks === rollbacks);
  const names = [...new Set(settings.flatMap((setting) => made(setting).map(({ arm }) => arm)))];
  const rows = names.map((name) => [
    name,
    ...settings.map((setting) => {
      const figures = made(setting).find(({ arm }) => arm === name);
      return figures === undefined ? "" : cell(figures, setting);
    }),
  ]);
  return table(["", ...settings.map(({ system, variant }) => `${system}, ${variant}`)], rows);
}

const withError = ({ mean, standardError }: Figure): string =>
  Number.isNaN(standardError) ? share(mean) : `${share(mean)} ± ${share(standardError)}`;
