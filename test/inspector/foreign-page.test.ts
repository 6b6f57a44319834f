import { createServer } from "node:http";

import { checkpointerLabelStore, startInspector } from "@langgraph-rollback/inspector";
import { MemorySaver } from "@langchain/langgraph";
import { sampleSource } from "@langgraph-rollback/inspector/testing";
import { describe, expect, it, onTestFinished } from "vitest";

import { noBrowser, testBrowser } from "./chromium.ts";

/** Attacks that a page could try, each by itself; the answers are what it got to know. */
const attacks = (origin: string) => `(async () => {
  const tried = async (attempt) => { try { return await attempt(); } catch { return "refused"; } };
  const label = JSON.stringify({ thread: "t-1", run: "run-b", attempt: 1, steps: 8, verdict: { kind: "none" } });
  const post = (headers, mode) => tried(async () =>
    (await fetch("${origin}/api/labels", { method: "POST", mode, credentials: "include", headers, body: label })).type);
  const loaded = (name, attributes) => new Promise((resolve) => {
    const element = Object.assign(document.createElement(name), attributes);
    element.onload = () => resolve(name === "iframe" ? String(element.contentDocument?.title) : "loaded");
    element.onerror = () => resolve("refused");
    document.body.append(element);
  });
  return {
    read: await tried(async () => (await fetch("${origin}/api/threads", { credentials: "include" })).text()),
    json: await post({ "content-type": "application/json" }, "cors"),
    simple: await post({ "content-type": "text/plain" }, "no-cors"),
    script: await loaded("script", { src: "${origin}/page.js" }),
    image: await loaded("img", { src: "${origin}/api/threads" }),
    events: await new Promise((resolve) => {
      const events = new EventSource("${origin}/api/events?id=t-1", { withCredentials: true });
      events.onopen = () => resolve("opened");
      events.onerror = () => { events.close(); resolve("refused"); };
    }),
  };
})()`;

describe.skipIf(noBrowser !== undefined)(`a page of another origin${noBrowser ?? ""}`, () => {
  const browser = testBrowser();

  // Browsers send the cookies of a host to all of its ports: such a page is the nearest that a foreign one can get.
  it("learns nothing and changes nothing, even on this machine and with the cookie", async () => {
    const labels = checkpointerLabelStore(new MemorySaver());
    const inspector = await startInspector({
      source: sampleSource({ lengths: [8] }),
      labels,
      labeller: "ada",
    });
    const server = createServer(
      (_, response) => void response.setHeader("content-type", "text/html").end("<body>"),
    );
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const address = server.address();
    const port = typeof address === "object" ? address?.port : undefined;
    const context = await browser().newContext();
    onTestFinished(async () => {
      await context.close();
      await inspector.close();
      server.close();
    });
    const page = await context.newPage();
    await page.goto(inspector.url);
    expect(await context.cookies()).toHaveLength(1);
    await page.goto(`http://127.0.0.1:${port}/`);
    expect(await page.evaluate(attacks(new URL(inspector.url).origin))).toEqual({
      read: "refused",
      json: "refused",
      simple: "refused",
      script: "refused",
      image: "refused",
      events: "refused",
    });
    expect(await labels.list()).toEqual([]);
  });
});
