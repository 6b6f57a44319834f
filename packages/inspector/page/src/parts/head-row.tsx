import type { ReactNode } from "react";

/** Names of a table's columns. */
export function HeadRow({ head }: { readonly head: readonly string[] }): ReactNode {
  return (
    <thead>
      <tr>
        {head.map((name) => (
          <th key={name} scope="col">
            {name}
          </th>
        ))}
      </tr>
    </thead>
  );
}
