import { launchChromium } from "../inspector/system-chromium.ts";

/** Opens the system's Chromium for a while. */
export async function withBrowser(use) {
  const browser = await launchChromium();
  try {
    return await use(browser);
  } finally {
    await browser.close();
  }
}
