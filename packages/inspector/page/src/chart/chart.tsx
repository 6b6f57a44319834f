import { type ReactNode, useId, useState } from "react";

import { type Figures, FiguresTable } from "../parts/figures-table.tsx";
import { unbroken } from "../parts/unbroken.ts";
import { useWidth } from "../parts/use-width.ts";

/** A line of the drawing by name: shapes and dashes tell lines apart, too. */
export interface LegendEntry {
  readonly name: string;
  readonly mark: ReactNode;
}

/** A drawing with its title, what it shows in words, and the same figures as a table. */
export function Chart({
  title,
  words,
  height,
  legend = [],
  isTall = false,
  table,
  children,
}: {
  readonly title: string;
  /** Content of the chart, for all and for those who cannot see it. */
  readonly words: string;
  /** In pixels. */
  readonly height: number;
  readonly legend?: readonly LegendEntry[];
  /** Whether it takes the place of two. */
  readonly isTall?: boolean;
  readonly table: Figures;
  /** @param width in pixels */
  readonly children: (width: number) => ReactNode;
}): ReactNode {
  const [frame, width] = useWidth();
  const heading = useId();
  // It may have thousands of rows.
  const [isOpen, setOpen] = useState(false);
  return (
    <figure className={isTall ? "chart tall" : "chart"} aria-labelledby={heading}>
      <figcaption>
        <h2 id={heading}>{title}</h2>
        <p>{unbroken(words)}</p>
      </figcaption>
      <Legend entries={legend} />
      <div ref={frame} className="chart-frame" style={{ height }}>
        {width > 0 && (
          <svg width={width} height={height} role="img" aria-label={`${title}. ${words}`}>
            {children(width)}
          </svg>
        )}
      </div>
      <details open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
        <summary>As a table</summary>
        {isOpen && <FiguresTable {...table} />}
      </details>
    </figure>
  );
}

function Legend({ entries }: { readonly entries: readonly LegendEntry[] }): ReactNode {
  if (entries.length === 0) return undefined;
  return (
    <ul className="chart-legend">
      {entries.map(({ name, mark }) => (
        <li key={name}>
          <svg width={26} height={10} aria-hidden="true">
            {mark}
          </svg>
          {name}
        </li>
      ))}
    </ul>
  );
}
