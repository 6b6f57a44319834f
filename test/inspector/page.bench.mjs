// How the page of a thread of 5,000 steps holds up against one of 50: until its steps are painted, while its list is scrolled,
// and from a key to the next step. Ratios within one run; the times themselves are the machine's.
// Run it by `npm run bench` in test/, after `node scripts/build-page.mjs` or any test of the page.
import { startInspector } from "@langgraph-rollback/inspector";
import { sampleSource } from "@langgraph-rollback/inspector/testing";

import { launchChromium } from "./system-chromium.ts";

const LENGTHS = [50, 5000];
const ROUNDS = 7;

const none = {
  list: async () => [],
  add: () => Promise.reject(new Error("read only")),
  retract: async () => false,
};

const browser = await launchChromium();

/** Resolves when the selected step has been painted: two frames after it is there. */
const painted = `new Promise((done) => {
  const look = () => document.querySelector('[aria-selected="true"][role="option"]')
    ? requestAnimationFrame(() => requestAnimationFrame(() => done(performance.now())))
    : requestAnimationFrame(look);
  look();
})`;

/** Resolves to the time of each frame while the list is scrolled through, 120 frames of equal steps. */
const scrolled = `new Promise((done) => {
  const list = document.querySelector('[role="listbox"]');
  const step = (list.scrollHeight - list.clientHeight) / 120;
  const times = [];
  let last = performance.now();
  list.scrollTop = 0;
  const frame = () => {
    const now = performance.now();
    times.push(now - last);
    last = now;
    list.scrollTop += step;
    if (times.length < 121) requestAnimationFrame(frame);
    else done(times.slice(1));
  };
  requestAnimationFrame(frame);
})`;

/** Resolves to how long a key takes until the next step is selected and painted, on average over 20. */
const keyed = `(async () => {
  const start = performance.now();
  for (let turn = 0; turn < 20; turn += 1) {
    document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "k", bubbles: true, cancelable: true }));
    await new Promise(requestAnimationFrame);
  }
  return (performance.now() - start) / 20;
})()`;

async function measure(length) {
  const inspector = await startInspector({
    source: sampleSource({ threads: 1, lengths: [length] }),
    labels: none,
    labeller: "bench",
  });
  const rounds = [];
  for (let round = 0; round <= ROUNDS; round += 1) {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    await page.goto(`${inspector.url}#/threads/t-1?attempt=1`);
    const first = await page.evaluate(painted);
    const frames = await page.evaluate(scrolled);
    const key = await page.evaluate(keyed);
    const rows = await page.getByRole("option").count();
    // The first round warms the server up: samples are made on demand.
    if (round > 0) rounds.push({ first, frame: median(frames), worst: Math.max(...frames), key, rows });
    await page.close();
  }
  await inspector.close();
  const of = (name) => median(rounds.map((each) => each[name]));
  return { first: of("first"), frame: of("frame"), worst: of("worst"), key: of("key"), rows: of("rows") };
}

function median(values) {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
}

const [short, long] = [await measure(LENGTHS[0]), await measure(LENGTHS[1])];
await browser.close();
const lines = [
  ["until the steps are painted, ms", "first"],
  ["a frame while scrolling, ms", "frame"],
  ["the worst frame, ms", "worst"],
  ["a key until the next frame, ms", "key"],
  ["rows drawn", "rows"],
];
console.log(
  `medians of ${ROUNDS} rounds`.padEnd(34),
  ...LENGTHS.map((length) => `${length} steps`.padStart(11)),
  "ratio".padStart(7),
);
for (const [title, name] of lines)
  console.log(
    title.padEnd(34),
    short[name].toFixed(1).padStart(11),
    long[name].toFixed(1).padStart(11),
    (long[name] / short[name]).toFixed(2).padStart(7),
  );
