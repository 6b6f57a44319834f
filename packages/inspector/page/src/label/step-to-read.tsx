import type { ReactNode } from "react";

import type { StepToLabel } from "../../../src/shared/view/attempt-to-label.ts";
import type { StepAddress } from "../../../src/shared/view/step-detail.ts";
import { usePageData } from "../data/page-data.ts";
import { StepInput } from "../parts/step-input.tsx";
import { TraceText } from "../parts/trace-text.tsx";
import { useLoaded } from "../parts/use-loaded.ts";
import { Waiting } from "../parts/waiting.tsx";
import { hrefOf } from "../routing/route.ts";

/** The whole output of the step under the cursor, its tool calls and their answers. */
export function StepToRead({
  address,
  isLinked,
}: {
  readonly address: StepAddress;
  /** Whether its thread, with scores, may be seen. */
  readonly isLinked: boolean;
}): ReactNode {
  const data = usePageData();
  const { loaded, reload } = useLoaded(JSON.stringify(address), () => data.stepToLabel(address));
  return (
    <section className="step-to-read" aria-label={`Step ${address.step + 1}`}>
      <h3>
        Step {address.step + 1}{" "}
        {isLinked && (
          <a href={hrefOf({ page: "thread", ...address })} title="Its thread, with scores">
            all of it
          </a>
        )}
      </h3>
      <Waiting loaded={loaded} what="the step" reload={reload}>
        {(step) => (step === undefined ? <p>No more is stored of this step.</p> : <StepWords step={step} />)}
      </Waiting>
    </section>
  );
}

function StepWords({ step }: { readonly step: StepToLabel }): ReactNode {
  const { content, toolCalls, error, input, omitted, seen = [] } = step;
  return (
    <>
      {error !== undefined && (
        <TraceText as="p" className="rejection" text={`${error.name}: ${error.message}`} />
      )}
      {content === "" ? <p className="soft">It has no output.</p> : <TraceText as="pre" text={content} />}
      {toolCalls.map(({ name, args }, place) => (
        // A step may make the same call twice, and calls are never moved.
        // oxlint-disable-next-line react/no-array-index-key
        <TraceText
          key={place}
          as="pre"
          className="tool-call"
          text={`→ ${name} ${JSON.stringify(args, undefined, 2)}`}
        />
      ))}
      {(input !== undefined || seen.length > 0) && (
        <details className="step-given">
          <summary>What it was given</summary>
          <StepInput detail={step} />
        </details>
      )}
      {omitted.length > 0 && <p className="left-out">{omitted.join(" ")}</p>}
    </>
  );
}
