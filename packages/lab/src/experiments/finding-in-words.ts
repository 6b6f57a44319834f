import type { Experiment, Measurement } from "./experiment.ts";

/** A finding as the command prints it: what was asked, the tables, and a line a claim. `madeWith` says where it comes from. */
export function findingInWords(
  { name, question }: Pick<Experiment, "name" | "question">,
  { claims, incomplete = "", markdown }: Pick<Measurement, "claims" | "incomplete" | "markdown">,
  madeWith = "",
): string {
  const verdicts = claims.map(({ holds, isOpen = false, measured, sentence }) => {
    const verdict = holds ? "holds " : isOpen ? "open  " : "MISSES";
    return `${verdict} ${sentence} (${measured})`;
  });
  const parts = [`== ${name}: ${question}`, madeWith, markdown, incomplete, verdicts.join("\n")];
  return `\n${parts.filter((part) => part !== "").join("\n\n")}\n`;
}
