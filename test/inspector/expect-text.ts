import type { Page } from "playwright-core";
import { expect } from "vitest";

/** Longer than any machine takes, since it is a bound and no measure. */
const PATIENCE = { timeout: 60_000 };

/** Waits until a text is to be seen. */
export async function expectText(page: Page, text: string | RegExp): Promise<void> {
  await expect.poll(() => page.getByText(text).first().isVisible(), PATIENCE).toBe(true);
}

/** Waits until the page's address has a part. */
export async function expectAddress(page: Page, part: string): Promise<void> {
  await expect.poll(() => page.url(), PATIENCE).toContain(part);
}
