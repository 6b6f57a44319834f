import { useEffect, useState } from "react";

/** More than a value has. */
const LONGEST = 200;

/** Time after the last change of the selection until it counts, in milliseconds. */
const SETTLED = 250;

/**
 * Text that the reader has selected inside of the element with this id; "" for none. It stays when the selection goes, as a click on what is said of it
 * ends the selection.
 */
export function useSelectedText(id: string): string {
  const [text, setText] = useState("");
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const read = () => {
      const selection = document.getSelection();
      const isInside = document.getElementById(id)?.contains(selection?.anchorNode ?? null) === true;
      const selected = isInside ? (selection?.toString().trim() ?? "") : "";
      if (selected !== "" && selected.length <= LONGEST) setText(selected);
    };
    const wait = () => {
      clearTimeout(timer);
      timer = setTimeout(read, SETTLED);
    };
    document.addEventListener("selectionchange", wait);
    return () => {
      clearTimeout(timer);
      document.removeEventListener("selectionchange", wait);
    };
  }, [id]);
  return text;
}
