import { share, table } from "../../documents/table.ts";
import { claimsInWords } from "../claims-in-words.ts";
import type { Claim } from "../experiment.ts";
import type { Figure } from "../figure.ts";
import {
  lengthOf,
  type LearningFigures,
  POINT,
  type ReplayedSpan,
  type SpanFigures,
} from "./learning-figures.ts";

/** The part of the document: curves as tables, each hundred failed runs, and the claims. */
export function learningMarkdown(figures: readonly LearningFigures[], claims: readonly Claim[]): string {
  const [one] = figures;
  return [
    `Agents are simulated; graphs, checkpoints, \`withRollback\`, its retries and its replays are real. ${one?.sequences ?? 0} agents of each kind begin with nothing and take their natural failures in order, ${one?.failures ?? 0} each, with at most 3 rollbacks. The first ${one?.replayed ?? 0} are rolled back by a second agent, too, whose failed runs are replayed in the background. Steps are those that rollbacks executed, by those of restarting on the same runs; recovered is the share of failed runs, less that of restarting. Both stand with standard errors over agents.`,
    table(
      [
        "",
        "failures",
        "steps, by retries",
        "recovered",
        "steps, with replays",
        "recovered",
        "replays' own steps",
      ],
      figures.flatMap((each) => rowsOf(each, (span) => lengthOf(span.span) === POINT)),
    ),
    "The same by each hundred:",
    table(
      [
        "",
        "failures",
        "steps, by retries",
        "recovered",
        "steps, with replays",
        "recovered",
        "replays' own steps",
      ],
      figures.flatMap((each) => rowsOf(each, (span) => lengthOf(span.span) !== POINT)),
    ),
    figures.map(otherwise).join(" "),
    ...claimsInWords(claims, "claims"),
  ].join("\n\n");
}

function rowsOf(
  { replays, retries, system }: LearningFigures,
  isShown: (figures: SpanFigures) => boolean,
): readonly (readonly string[])[] {
  return retries.filter(isShown).map((figures) => {
    const { recovered, span, steps } = figures;
    const replayed = replays.find(({ span: other }) => other[0] === span[0] && other[1] === span[1]);
    return [system, span.join(" to "), withError(steps), withError(recovered), ...replayedCells(replayed)];
  });
}

const replayedCells = (replayed: ReplayedSpan | undefined): readonly string[] =>
  replayed === undefined
    ? ["", "", ""]
    : [
        withError(replayed.steps),
        withError(replayed.recovered),
        `${replayed.replayed.mean.toFixed(1)} ± ${replayed.replayed.standardError.toFixed(1)}`,
      ];

const otherwise = ({ restarted, system, versions: [retries, replays] }: LearningFigures): string =>
  `${system}: restarting executes ${restarted.toFixed(1)} steps a failed run; by retries alone ${retries.toFixed(1)} versions are made, with replays ${replays.toFixed(1)}.`;

const withError = ({ mean, standardError }: Figure): string => `${share(mean)} ± ${share(standardError)}`;
