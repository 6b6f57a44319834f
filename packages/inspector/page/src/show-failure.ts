import { shownText } from "./parts/shown-text.ts";

/** Says that the page itself has failed, where nothing of it is left to say so: a blank page helps nobody. */
export function showFailure(root: HTMLElement, error: unknown): void {
  const notice = document.createElement("div");
  notice.className = "failed";
  notice.setAttribute("role", "alert");
  const reason = document.createElement("p");
  reason.textContent = `The page has failed: ${shownText(String(error))}`;
  const threads = document.createElement("a");
  threads.href = "#/threads";
  threads.textContent = "Open the list of threads";
  threads.addEventListener("click", () => globalThis.setTimeout(() => globalThis.location.reload()));
  notice.append(reason, threads);
  root.replaceChildren(notice);
}
