import type { PolicyPilot } from "@langgraph-rollback/attribution";
import { figuresTable } from "../terminal/figures-table.ts";

type Difference = NonNullable<PolicyPilot["policies"][number]["against"]>["steps"];

/** First rollbacks by policy, for people, with the advice in the last line. */
export function policyPilotText({ advice, against, failures, policies }: PolicyPilot): readonly string[] {
  if (failures === 0)
    return [
      "No failed first attempt here was scored by the calibration's scorer: policies cannot be compared.",
      "",
    ];
  const rows = policies.map((each) => {
    const { count, interval, of } = each.recovered;
    const recovered =
      of === 0 ? "-" : `${count} of ${of} (${percent(interval.lower)}-${percent(interval.upper)} %)`;
    return [
      each.policy,
      recovered,
      each.steps === null ? "-" : each.steps.toFixed(1),
      String(each.untried),
      String(each.steered),
      ...(each.policy === against
        ? ["", "", "", ""]
        : each.against === null
          ? [String(each.differs), "0", "-", "-"]
          : [
              String(each.differs),
              String(each.against.n),
              difference(each.against.recovered, 2),
              difference(each.against.steps, 1),
            ]),
    ];
  });
  return [
    `First rollbacks by policy, from what was recorded of ${failures} failed first attempt${failures === 1 ? "" : "s"}. A failure whose start was not tried is left out.`,
    figuresTable({
      head: [
        "policy",
        "recovered",
        "steps",
        "not tried",
        "steered",
        "starts elsewhere",
        "both tried",
        "recovered, less",
        "steps, less",
      ],
      rows,
    }),
    `The last four columns are beside ${against}: failures on which the policy starts elsewhere, those where both starts were tried, and the differences on these. "Steered" are starts that were tried because of the outcomes of others: the differences leave them out.`,
    advice.sentence,
    "",
  ];
}

const percent = (share: number): string => (100 * share).toFixed(0);

const difference = ({ difference: mean, interval }: Difference, digits: number): string =>
  `${mean.toFixed(digits)} [${interval.lower.toFixed(digits)}, ${interval.upper.toFixed(digits)}]`;
