import type { ReactNode } from "react";

import type { StepDetail } from "../../../src/shared/view/step-detail.ts";
import { JsonTree } from "../parts/json-tree.tsx";
import { LongText } from "../parts/long-text.tsx";
import type { Counterpart } from "./counterpart.ts";
import { DiffTab } from "./diff-tab.tsx";
import { InputTab } from "./input-tab.tsx";
import type { Tab } from "./selection.ts";
import { SummaryTab } from "./summary-tab.tsx";

/** A view of a step's detail. */
export function StepTab({
  tab,
  detail,
  note,
  counterpart,
}: {
  readonly tab: Exclude<Tab, "why">;
  readonly detail: StepDetail;
  /** The replanning note of the attempt. */
  readonly note: string | undefined;
  /** Another attempt's work in the step's place. */
  readonly counterpart: Counterpart | undefined;
}): ReactNode {
  return (
    <>
      {viewOf(tab, detail, note, counterpart)}
      {detail.omitted.length > 0 && (
        <ul className="omitted">
          {detail.omitted.map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
      )}
    </>
  );
}

function viewOf(
  tab: Exclude<Tab, "why">,
  detail: StepDetail,
  note: string | undefined,
  counterpart: Counterpart | undefined,
): ReactNode {
  switch (tab) {
    case "summary":
      return <SummaryTab detail={detail} counterpart={counterpart} />;
    case "input":
      return <InputTab detail={detail} note={note} />;
    case "state":
      return <StateTab detail={detail} />;
    case "diff":
      return <DiffTab before={detail.before} after={detail.after} />;
    case "raw":
      return <LongText text={JSON.stringify(detail, undefined, 2)} />;
  }
}

function StateTab({ detail }: { readonly detail: StepDetail }): ReactNode {
  const { before, after, input } = detail;
  const parts = [
    { title: "What it was given", value: input, missing: undefined },
    { title: "State before the step", value: before, missing: "It is not stored here." },
    {
      title: "State after its superstep",
      value: after,
      missing: "Its superstep never finished, or its state is not stored here.",
    },
  ];
  return parts
    .filter(({ value, missing }) => value !== undefined || missing !== undefined)
    .map(({ title, value, missing }) => (
      <section key={title} className="tab-part">
        <h3>{title}</h3>
        {value === undefined ? <p className="soft">{missing}</p> : <JsonTree value={value} isOpen />}
      </section>
    ));
}
