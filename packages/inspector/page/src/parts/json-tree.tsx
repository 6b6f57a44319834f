import { type ReactNode, useState } from "react";

import type { JsonValue } from "../../../src/shared/view/json-value.ts";
import { LongText } from "./long-text.tsx";
import { TraceText } from "./trace-text.tsx";

/** Entries of one object or list that are shown at once. */
const SHOWN = 100;

/** A JSON value as a tree; what is closed is not even drawn, so that depth and size cost nothing until they are opened. */
export function JsonTree({
  value,
  name,
  isOpen = false,
}: {
  readonly value: JsonValue;
  /** Key or position that leads to it. */
  readonly name?: string | number;
  readonly isOpen?: boolean;
}): ReactNode {
  if (typeof value === "object" && value !== null)
    return <Branch entries={entriesOf(value)} isList={Array.isArray(value)} name={name} isOpen={isOpen} />;
  return (
    <div className="json-leaf">
      <Name name={name} />
      <Leaf value={value} />
    </div>
  );
}

type Entry = readonly [string | number, JsonValue];

function entriesOf(value: Extract<JsonValue, object>): readonly Entry[] {
  return Array.isArray(value) ? value.map((item, index): Entry => [index, item]) : Object.entries(value);
}

function Branch(props: {
  readonly entries: readonly Entry[];
  readonly isList: boolean;
  readonly name: string | number | undefined;
  readonly isOpen: boolean;
}): ReactNode {
  const { entries, isList, name } = props;
  const [isOpen, setOpen] = useState(props.isOpen);
  const [shown, setShown] = useState(SHOWN);
  const size = isList ? `[${entries.length}]` : `{${entries.length}}`;
  if (entries.length === 0)
    return (
      <div className="json-leaf">
        <Name name={name} />
        <span className="soft">{isList ? "[]" : "{}"}</span>
      </div>
    );
  return (
    <details
      className="json-branch"
      open={isOpen}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary>
        <Name name={name} />
        <span className="soft">{size}</span>
      </summary>
      {isOpen && (
        <div className="json-inside">
          {entries.slice(0, shown).map(([key, inner]) => (
            <JsonTree key={key} name={key} value={inner} />
          ))}
          {entries.length > shown && (
            <button type="button" className="more" onClick={() => setShown(shown + 10 * SHOWN)}>
              Show more of {entries.length}
            </button>
          )}
        </div>
      )}
    </details>
  );
}

function Name({ name }: { readonly name: string | number | undefined }): ReactNode {
  if (name === undefined) return null;
  return (
    <>
      <TraceText className="json-name" text={String(name)} />
      {": "}
    </>
  );
}

function Leaf({ value }: { readonly value: string | number | boolean | null }): ReactNode {
  if (typeof value === "string") return <LongText text={JSON.stringify(value)} />;
  return <span className="json-plain">{String(value)}</span>;
}
