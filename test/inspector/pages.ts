import type { Browser, BrowserContextOptions, Page } from "playwright-core";

/** Pages that earlier tests have left, by the options of their contexts: to open one takes longer than to use it again. */
const idle = new WeakMap<Browser, Map<string, Page[]>>();

/** A page that nobody else uses, with what its context is to be like. */
export interface TakenPage {
  readonly page: Page;
  /** Leaves the page to others, with nothing of what was done in it. */
  readonly leave: () => Promise<void>;
}

/** Takes a page that somebody has left, or opens one. */
export async function takePage(browser: Browser, options: BrowserContextOptions): Promise<TakenPage> {
  const key = JSON.stringify(options);
  const left = idle.get(browser) ?? new Map<string, Page[]>();
  idle.set(browser, left);
  const page = left.get(key)?.pop() ?? (await browser.newPage(options));
  const leave = async (): Promise<void> => {
    page.removeAllListeners();
    if (page.isClosed()) return;
    try {
      await page.unrouteAll();
      await page.evaluate("localStorage.clear(), sessionStorage.clear()");
      await page.goto("about:blank");
      await page.context().clearCookies();
    } catch {
      // One that cannot be emptied is left to nobody.
      await page.close();
      return;
    }
    left.set(key, [...(left.get(key) ?? []), page]);
  };
  return { page, leave };
}
