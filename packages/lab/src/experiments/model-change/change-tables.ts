import { share, table } from "../../documents/table.ts";
import { claimsInWords } from "../claims-in-words.ts";
import type { Claim } from "../experiment.ts";
import type { ChangeFigures, ChangeSequence, ChangeSpan } from "./change-figures.ts";

/** The part of the document: what became of the failed runs before and after the change, and when it was noticed. */
export function changeMarkdown(figures: ChangeFigures, claims: readonly Claim[]): string {
  const { after, alpha, before, mended, repeatShown, sequences, spans } = figures;
  return [
    `The team is simulated; graphs, checkpoints and \`withRollback\` are real. ${sequences.length} agents begin with nothing and learn from their retries, with at most 3 rollbacks, \`recovery: { alpha: ${alpha}, handOver: true }\`, and a person who declines. After ${before} failed runs the model is another one, for ${after} more: it repeats ${share(repeatShown)} of the mistakes that a note shows it. Then it is mended, for ${mended} more. Shares of failed runs:`,
    table(
      ["failures", "recovered", "promised", "not as promised", "handed over", "silent"],
      spans.map(spanRow),
    ),
    "Failed runs from the change on, by agent:",
    table(
      [
        "promised at the change",
        "false alarms before",
        "alarm",
        "next version",
        "next promise",
        "promised then",
      ],
      sequences.map(sequenceRow),
    ),
    ...claimsInWords(claims, "claims"),
  ].join("\n\n");
}

const spanRow = ({
  handedOver,
  missed,
  promised,
  recovered,
  silent,
  span,
}: ChangeSpan): readonly string[] => [
  span.join(" to "),
  ...[recovered, promised, missed, handedOver, silent].map((value) => share(value)),
];

const sequenceRow = ({ alarm, before, falseAlarms, promise, version }: ChangeSequence): readonly string[] => [
  inWords(before),
  String(falseAlarms),
  atFailure(alarm),
  atFailure(version),
  atFailure(promise?.at),
  inWords(promise),
];

const inWords = (promise: ChangeSequence["before"]): string =>
  promise === undefined ? "nothing" : `within ${promise.within}, of ${promise.n} runs`;

const atFailure = (failures: number | undefined): string =>
  failures === undefined ? "none" : String(failures);
