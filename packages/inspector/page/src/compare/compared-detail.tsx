import { type ReactNode, useEffect, useRef } from "react";

import type { StepAddress, StepDetail } from "../../../src/shared/view/step-detail.ts";
import { type PageData, usePageData } from "../data/page-data.ts";
import { useLoaded } from "../parts/use-loaded.ts";
import { Waiting } from "../parts/waiting.tsx";
import { hrefOf } from "../routing/route.ts";
import type { ComparedRow } from "../../../src/shared/comparing/align-steps.ts";
import type { ComparedSide } from "./compared-side.ts";
import { ComparedStates } from "./compared-states.tsx";
import { ComparedTexts } from "./compared-texts.tsx";

/** The output and tool calls of both steps of a row, and on demand how the states after them differ. */
export function ComparedDetail({
  at,
  a,
  b,
  row,
  isStart,
}: {
  readonly at: { readonly thread: string; readonly run: string };
  readonly a: ComparedSide;
  readonly b: ComparedSide;
  readonly row: ComparedRow;
  readonly isStart: boolean;
}): ReactNode {
  const data = usePageData();
  const left = placeOf(at, a, row.a);
  const right = placeOf(at, b, row.b);
  const { loaded, reload } = useLoaded(JSON.stringify([left, right]), () =>
    Promise.all([stepAt(data, left), stepAt(data, right)]),
  );
  return (
    <Waiting loaded={loaded} what="the steps" reload={reload}>
      {([stepA, stepB]) => (
        <>
          {isStart && <FirstMark />}
          <ComparedTexts title="Output" a={stepA?.content} b={stepB?.content} />
          <ComparedTexts title="Tool calls" a={callsOf(stepA)} b={callsOf(stepB)} />
          <ComparedTexts title="Exception" a={errorOf(stepA)} b={errorOf(stepB)} />
          <ComparedStates a={stepA} b={stepB} />
          <Omitted a={stepA} b={stepB} />
          <p className="compared-links">
            <StepLink place={left} />
            <StepLink place={right} />
          </p>
        </>
      )}
    </Waiting>
  );
}

/** Brings the first marked words after it into sight, once. A whole output may be longer than the window. */
function FirstMark(): ReactNode {
  const place = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    const mark = place.current?.parentElement?.querySelector(".full-text :is(del, ins)");
    mark?.scrollIntoView({ block: "nearest" });
  }, []);
  return <span ref={place} hidden />;
}

/** A step of an attempt or, with `replay`, of a replay of it. */
type StepPlace = StepAddress & { readonly replay?: number };

function placeOf(
  at: { readonly thread: string; readonly run: string },
  { attempt, replay }: ComparedSide,
  step: number | undefined,
): StepPlace | undefined {
  if (step === undefined) return undefined;
  return { ...at, attempt, step, ...(replay === undefined ? {} : { replay }) };
}

async function stepAt(data: PageData, place: StepPlace | undefined): Promise<StepDetail | undefined> {
  if (place === undefined) return undefined;
  const { replay, ...address } = place;
  return replay === undefined
    ? data.step(address)
    : data.replayStep?.({ thread: address.thread, replay, step: address.step });
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

function StepLink({ place }: { readonly place: StepPlace | undefined }): ReactNode {
  // A replay has no page of its own.
  if (place === undefined || place.replay !== undefined) return undefined;
  const { replay: _, ...address } = place;
  return (
    <a href={hrefOf({ page: "thread", ...address })}>
      Step {address.step + 1} of attempt {address.attempt}
    </a>
  );
}
