import { useState } from "react";

const KEY = "langgraph-rollback acts by";

/** The name under which a person acts in this session. It is in the record, and checked against nothing. */
export function useName(otherwise: string): readonly [string, (name: string) => void] {
  const [name, setName] = useState(() => stored() ?? otherwise);
  const change = (next: string): void => {
    setName(next);
    try {
      sessionStorage.setItem(KEY, next);
    } catch {
      // A browser may forbid it. The name then lasts as long as the page.
    }
  };
  return [name, change];
}

function stored(): string | undefined {
  try {
    return sessionStorage.getItem(KEY) ?? undefined;
  } catch {
    return undefined;
  }
}
