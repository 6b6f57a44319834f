import type { ReactNode } from "react";

import type { StepAddress, StepDetail } from "../../../src/shared/view/step-detail.ts";
import type { AttemptView } from "../../../src/shared/view/thread-view.ts";
import { usePageData } from "../data/page-data.ts";
import { useLoaded } from "../parts/use-loaded.ts";
import { Waiting } from "../parts/waiting.tsx";
import { hrefOf } from "../routing/route.ts";
import type { ComparedRow } from "./align-steps.ts";
import { ComparedStates } from "./compared-states.tsx";
import { ComparedTexts } from "./compared-texts.tsx";

/** The output and tool calls of both steps of a row, and on demand how the states after them differ. */
export function ComparedDetail({
  at,
  a,
  b,
  row,
}: {
  readonly at: { readonly thread: string; readonly run: string };
  readonly a: AttemptView;
  readonly b: AttemptView;
  readonly row: ComparedRow;
}): ReactNode {
  const data = usePageData();
  const left = addressOf(at, a, row.a);
  const right = addressOf(at, b, row.b);
  const { loaded, reload } = useLoaded(JSON.stringify([left, right]), () =>
    Promise.all([left && data.step(left), right && data.step(right)]),
  );
  return (
    <Waiting loaded={loaded} what="the steps" reload={reload}>
      {([stepA, stepB]) => (
        <>
          <ComparedTexts title="Output" a={stepA?.content} b={stepB?.content} />
          <ComparedTexts title="Tool calls" a={callsOf(stepA)} b={callsOf(stepB)} />
          <ComparedTexts title="Exception" a={errorOf(stepA)} b={errorOf(stepB)} />
          <ComparedStates a={stepA} b={stepB} />
          <Omitted a={stepA} b={stepB} />
          <p className="compared-links">
            <StepLink address={left} />
            <StepLink address={right} />
          </p>
        </>
      )}
    </Waiting>
  );
}

function addressOf(
  at: { readonly thread: string; readonly run: string },
  { attempt }: AttemptView,
  step: number | undefined,
): StepAddress | undefined {
  return step === undefined ? undefined : { ...at, attempt, step };
}

function callsOf(step: StepDetail | undefined): string | undefined {
  if (step === undefined || step.toolCalls.length === 0) return undefined;
  return step.toolCalls.map(({ name, args }) => `${name} ${JSON.stringify(args, undefined, 2)}`).join("\n");
}

function errorOf(step: StepDetail | undefined): string | undefined {
  return step?.error === undefined ? undefined : `${step.error.name}: ${step.error.message}`;
}

function Omitted({
  a,
  b,
}: {
  readonly a: StepDetail | undefined;
  readonly b: StepDetail | undefined;
}): ReactNode {
  const sentences = [...new Set([...(a?.omitted ?? []), ...(b?.omitted ?? [])])];
  if (sentences.length === 0) return undefined;
  return <p className="left-out">{sentences.join(" ")}</p>;
}

function StepLink({ address }: { readonly address: StepAddress | undefined }): ReactNode {
  if (address === undefined) return undefined;
  return (
    <a href={hrefOf({ page: "thread", ...address })}>
      Step {address.step + 1} of attempt {address.attempt}
    </a>
  );
}
