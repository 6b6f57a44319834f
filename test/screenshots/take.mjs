// Takes the pictures of README and docs from the real page, over the demo's runs (simulated model, seed 1):
//   npm run build && pnpm --filter @langgraph-rollback/test screenshots
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { openSource, startInspector } from "@langgraph-rollback/inspector";
import { recordDemo } from "./record-demo.mjs";
import { withBrowser } from "./with-browser.mjs";

const images = fileURLToPath(new URL("../../docs/images/", import.meta.url));

/** A thread that one rollback to the set's start brought to a right end: the one that the demo tells about, too. */
const THREAD = "gsm8k-train-1733-seed-1001";

const PICTURES = [
  { name: "threads", at: "#/threads" },
  { name: "thread", at: `#/threads/${THREAD}?attempt=1&step=6` },
  { name: "thread-dark", at: `#/threads/${THREAD}?attempt=1&step=6&tab=why`, scheme: "dark" },
  { name: "compare", at: `#/compare/${THREAD}` },
  { name: "label", at: "#/label" },
  { name: "calibration", at: "#/calibration", height: 900 },
];

const folder = await mkdtemp(path.join(tmpdir(), "langgraph-rollback-screenshots-"));
try {
  const { calibration, database, labels } = await recordDemo(folder, { labelled: 24 });
  const source = await openSource([database]);
  const inspector = await startInspector({ source, labels, calibration, labeller: "ada" });
  try {
    await withBrowser((browser) => takeAll(browser, inspector.url));
  } finally {
    await inspector.close();
    await source.close();
  }
} finally {
  await rm(folder, { recursive: true });
}

async function takeAll(browser, url) {
  for (const { name, at, scheme = "light", height = 760 } of PICTURES) {
    const page = await browser.newPage({ viewport: { width: 1280, height }, colorScheme: scheme });
    await page.goto(url);
    await page.evaluate((hash) => location.assign(hash), at);
    await page.waitForLoadState("networkidle");
    const file = path.join(images, `${name}.png`);
    await page.screenshot({ path: file });
    await page.close();
    console.log(file);
  }
}
