import type { Page } from "playwright-core";

/** Few threads, of which the first was rolled back. */
export const SMALL = { threads: 8, lengths: [8] } as const;

export const stepTitle = (page: Page): Promise<string> => page.locator("#step-title").innerText();

/** How the page reads the selected step to those who do not see it. */
export const selected = (page: Page): Promise<string> =>
  page.locator('[aria-selected="true"] > .for-screen-readers').innerText();

export const panel = (page: Page): Promise<string> => page.getByRole("tabpanel").innerText();
