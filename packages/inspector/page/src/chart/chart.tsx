import { type ReactNode, useId } from "react";

import { useWidth } from "../parts/use-width.ts";

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
  /** What is to be seen, for all and for those who cannot see it. */
  readonly words: string;
  /** In pixels. */
  readonly height: number;
  /** The drawing's lines by name: shapes and dashes tell them apart, too. */
  readonly legend?: readonly { readonly name: string; readonly mark: ReactNode }[];
  /** Whether it takes the place of two. */
  readonly isTall?: boolean;
  readonly table: { readonly head: readonly string[]; readonly rows: readonly (readonly string[])[] };
  /** @param width in pixels */
  readonly children: (width: number) => ReactNode;
}): ReactNode {
  const [frame, width] = useWidth();
  const heading = useId();
  return (
    <figure className={isTall ? "chart tall" : "chart"} aria-labelledby={heading}>
      <figcaption>
        <h2 id={heading}>{title}</h2>
        <p>{words}</p>
      </figcaption>
      {legend.length > 0 && (
        <ul className="chart-legend">
          {legend.map(({ name, mark }) => (
            <li key={name}>
              <svg width={26} height={10} aria-hidden="true">
                {mark}
              </svg>
              {name}
            </li>
          ))}
        </ul>
      )}
      <div ref={frame} className="chart-frame" style={{ height }}>
        {width > 0 && (
          <svg width={width} height={height} role="img" aria-label={`${title}. ${words}`}>
            {children(width)}
          </svg>
        )}
      </div>
      <details>
        <summary>As a table</summary>
        <div className="chart-table">
          <table>
            <thead>
              <tr>
                {table.head.map((name) => (
                  <th key={name} scope="col">
                    {name}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {table.rows.map(([first, ...rest]) => (
                <tr key={first}>
                  <th scope="row">{first}</th>
                  {rest.map((cell, column) => (
                    <td key={table.head[column + 1]}>{cell}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </details>
    </figure>
  );
}
