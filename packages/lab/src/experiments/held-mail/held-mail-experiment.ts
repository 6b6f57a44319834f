import { share, table } from "../../documents/table.ts";
import { claimsInWords } from "../claims-in-words.ts";
import type { Claim, Experiment } from "../experiment.ts";
import type { Figure } from "../figure.ts";
import { heldMailClaims } from "./held-mail-claims.ts";
import { type HeldMailFigures, heldMailFigures } from "./held-mail-figures.ts";
import { ARMS, failingTasks, mailFailures } from "./mail-failures.ts";

const RUNS = 100;
const QUICK_RUNS = 5;

/** Worth of holding a mail back until its run is accepted, with mails that really leave. */
export const heldMailExperiment: Experiment = {
  name: "held-mail",
  question: "What becomes of failed runs that end with a mail (simulated agent, real mails)",
  document: "side-effects.md",
  run: async ({ isQuick, onProgress, runs = RUNS, seed }) => {
    const tasks = await failingTasks(isQuick ? QUICK_RUNS : runs, seed);
    const figures: HeldMailFigures[] = [];
    let done = 0;
    for (const arm of ARMS) {
      const mailed = await mailFailures(arm, tasks, () => {
        onProgress((done += 1), tasks.length * ARMS.length);
      });
      figures.push(heldMailFigures(arm, mailed));
    }
    const claims = heldMailClaims(figures);
    const markdown = heldMailMarkdown(figures, claims);
    return { markdown, summary: markdown, figures, charts: {}, claims };
  },
};

/** The part of the document. */
export function heldMailMarkdown(figures: readonly HeldMailFigures[], claims: readonly Claim[]): string {
  const [one] = figures;
  return [
    `${one?.runs ?? 0} failed runs of a simulated support agent, which errs by itself and mails its answer as its last act; nothing is calibrated, so that each rollback restarts, three times at most. The mails are real: they go to an SMTP server, each with a Message-ID made of its act's key. ± standard errors over cases.`,
    table(
      [
        "the mail tool is declared as",
        "given up because of the mail",
        "recovered",
        "accepted runs with one right mail",
        "mails of rejected attempts",
      ],
      figures.map(({ accepted, arm, onceEach, recovered, stopped, strayMails }) => [
        `\`"${arm}"\``,
        String(stopped),
        withError(recovered),
        `${onceEach} of ${accepted}`,
        String(strayMails),
      ]),
    ),
    ...claimsInWords(claims, "claims about held mails"),
  ].join("\n\n");
}

const withError = ({ mean, standardError }: Figure): string => `${share(mean)} ± ${share(standardError)}`;
