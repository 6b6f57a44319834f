import type { ReactNode } from "react";

import { HeadRow } from "./head-row.tsx";

/** Figures in rows; the first cell of a row names it. */
export interface Figures {
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** Figures as a table. */
export function FiguresTable({ head, rows }: Figures): ReactNode {
  return (
    <div className="figures-table">
      <table>
        <HeadRow head={head} />
        <tbody>
          {rows.map(([first, ...rest]) => (
            <tr key={first}>
              <th scope="row">{first}</th>
              {rest.map((cell, column) => (
                <td key={head[column + 1]}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
