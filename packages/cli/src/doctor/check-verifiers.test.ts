import { calibrate, constantScorer } from "@langgraph-rollback/attribution";
import { sampleTrajectories } from "@langgraph-rollback/attribution/testing";
import { checkpointerSource } from "@langgraph-rollback/inspector";
import { MemorySaver, MessagesAnnotation, START, StateGraph } from "@langchain/langgraph";
import { readHistory, withRollback } from "langgraph-rollback";
import { namedVerifier } from "langgraph-rollback/verifiers";
import { describe, expect, it } from "vitest";
import { checkThreads } from "./check-threads.ts";

const config = { configurable: { thread_id: "t" } };

/** A run that fails once by the verifier "judge-2", with sets calibrated on failures that the verifiers named have rejected. */
async function runWith(...verifiers: readonly string[]) {
  const failures = sampleTrajectories(20, 1).map((failure, index) => {
    const verifier = verifiers[index % verifiers.length] ?? "";
    return { ...failure, outcome: { ok: false, ...(verifier === "" ? {} : { verifier }) } };
  });
  const calibration = await calibrate(failures, { scorer: constantScorer(), method: "interval", alpha: 0.4 });
  const saver = new MemorySaver();
  const say = (content: string) => () => ({ messages: [{ role: "assistant" as const, content }] });
  const graph = new StateGraph(MessagesAnnotation)
    .addNode("a", say("one"))
    .addNode("b", say("two"))
    .addNode("c", say("three"))
    .addEdge(START, "a")
    .addEdge("a", "b")
    .addEdge("b", "c")
    .compile({ checkpointer: saver });
  const verify = namedVerifier("judge-2", ({ attempt }) => attempt > 1);
  const guarded = withRollback(graph, { verify, calibration });
  await guarded.invoke({ messages: [] }, config);
  const [run] = await readHistory(guarded, config);
  const diagnoses = await checkThreads(checkpointerSource(saver, "in memory"));
  const codes = diagnoses.flatMap((each) => (each.level === "ok" ? [] : [each.code]));
  return { calibration, codes, attribution: run?.attempts[0]?.attribution };
}

describe("a calibration of sets", () => {
  it("names the verifier that rejected its failures, and is exact for that one alone", async () => {
    const own = await runWith("judge-2");
    expect(own.calibration.verifierFingerprint).toBe("judge-2");
    expect(own.attribution?.set.guarantee).toBe("exact");
    expect(own.attribution).not.toHaveProperty("otherVerifier");
    expect(own.codes).toEqual([]);
  });

  it("is told in the record and by doctor where another verifier has rejected the run", async () => {
    const other = await runWith("judge-1");
    expect(other.attribution).toMatchObject({
      otherVerifier: { calibrated: "judge-1", actual: "judge-2" },
      set: {
        guarantee: "approximate",
        reason: expect.stringContaining(
          'calibrated on failures that the verifier "judge-1" rejects, and "judge-2" rejected this run.',
        ),
      },
    });
    expect(other.codes).toEqual(["OTHER_VERIFIER"]);
  });

  it("names none where its failures were rejected by several, or by one without a name", async () => {
    for (const verifiers of [["judge-1", "judge-2"], [""]]) {
      const { attribution, calibration } = await runWith(...verifiers);
      expect(calibration).not.toHaveProperty("verifierFingerprint");
      expect(attribution?.set.guarantee).toBe("exact");
    }
  });
});
