import { attributorOf } from "../../finding/method.ts";
import { callsOf } from "../../finding/calls.ts";
import { judgeOf } from "../../asking/judge.ts";
import type { JudgeOptions } from "../../asking/judge-options.ts";
import type { Evidence } from "../../asking/text/evidence.ts";
import { redactEvidence } from "../../asking/text/redact-steps.ts";
import type { Attributor } from "../../finding/attributor.ts";
import type { EchoFinding } from "./echo-finding.ts";
import { echoVersion } from "./echo-version.ts";
import { echoSettings, type EchoSettings } from "./echo-settings.ts";
import { panelOf, type Analyst } from "./roles.ts";
import { echoRounds, estimateRounds } from "./rounds.ts";
import { verdict } from "./verdict.ts";

/** The model that the panel runs on, and how the panel works. */
export interface EchoOptions extends JudgeOptions, Partial<EchoSettings> {}

/**
 * Lets a panel of analysts with different roles and temperatures examine the trace, each alone, and takes a vote that
 * counts by confidence.
 *
 * A short trace is shown whole, and each analyst names agent and step at once. On a longer one the panel first looks for
 * the agent, on a trace in which all is abridged by its distance from where agents enter and leave; then for the step, on
 * a trace abridged by the distance from the five steps that the first round suspects most. Distance 0 and 1 is shown in
 * full, 2 and 3 in up to 50 words, 4 to 6 in 20, the rest in 15.
 *
 * - Calls: k on a short trace, 2k on a longer one, k = 3; with `extraction: "model"` one more for each 6,000 tokens of a longer
 *   trace. The calls of a round share all but their last lines, and one of them goes ahead: a prompt cache then holds the rest.
 * - Input: k times the trajectory's tokens and some 1,000 on a short trace. On a longer one it grows far slower than the
 *   trace: on hand-crafted Who&When trajectories the mean is less than three times the trajectory.
 * - Scores: a step with votes that decided has 1/2 + w/2, w the votes' confidences over the number of analysts. Every other
 *   step has half of 3/4 b + 1/4 a: b the mean over analysts of the highest number that each gives the step, a the same for
 *   its agent. So the step that won scores highest. All are missing only if no analyst has a usable answer.
 *
 * Unlike the paper: the second round's context depends on the steps that the first suspects, in the paper on every agent's
 * position; the panel is told nothing else of the first round. Roles come after the trace. Whether one agent or
 * several are to blame is read off the agents that an analyst names. Conflicting strong votes and a step of another agent
 * call for a review, as the paper's text says and its listing does not. Steps are
 * abridged as the text says; the listing of appendix A.5 shows all of them in full. Extraction keeps whole sentences, as many as fit. Where a
 * round has no answers, the other one decides alone.
 *
 * @throws {RangeError} if a setting is out of range
 * @see arXiv:2510.04886, section 3 and appendix A
 */
export function echo(options: EchoOptions): Attributor<EchoFinding> {
  const settings = echoSettings(options);
  const judge = judgeOf(options);
  const working = { ...settings, redact: options.redact };
  const panelFor = ({ trajectory }: Evidence): readonly Analyst[] =>
    panelOf(settings.analysts, settings.temperatures, settings.seed, trajectory.id);
  return attributorOf({
    name: "echo",
    version: echoVersion(settings),
    judge,
    attribute: async (given, signal) => {
      const evidence = redactEvidence(given, options.redact);
      const { trajectory } = evidence;
      const panel = panelFor(evidence);
      const calls = callsOf(judge, signal);
      const analyses = await echoRounds(judge, calls, evidence, panel, working, signal);
      return {
        ...verdict(trajectory, analyses, settings.threshold),
        roles: panel.map(({ role }) => role),
        ...calls.sum(),
      };
    },
    estimate: (given) => {
      const evidence = redactEvidence(given, options.redact);
      return estimateRounds(judge, evidence, panelFor(evidence), working);
    },
  });
}
