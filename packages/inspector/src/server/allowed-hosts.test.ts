import { networkInterfaces } from "node:os";
import { describe, expect, it } from "vitest";

import { allowedHosts, authority } from "./allowed-hosts.ts";

describe("allowedHosts", () => {
  it.each(["127.0.0.1", "localhost", "::1", "127.8.8.8"])(
    "is this machine's own names, bound to %s",
    (host) => {
      expect([...allowedHosts(host, 4000, [])]).toEqual(["127.0.0.1:4000", "localhost:4000", "[::1]:4000"]);
    },
  );

  it("is the very name that was bound otherwise, and those that were given", () => {
    expect([...allowedHosts("192.0.2.7", 4000, ["Box.Example"])]).toEqual([
      "192.0.2.7:4000",
      "box.example:4000",
    ]);
  });

  it.each(["0.0.0.0", "::"])(
    "is all addresses of this machine, bound to %s, and no name of another",
    (host) => {
      const allowed = allowedHosts(host, 4000, []);
      const own = Object.values(networkInterfaces()).flatMap((each) =>
        (each ?? []).map(({ address }) => address),
      );
      for (const address of own) expect(allowed).toContain(`${authority(address)}:4000`);
      expect(allowed).toContain("localhost:4000");
      expect(allowed).not.toContain("0.0.0.0:4000");
      expect([...allowed].every((name) => /^(localhost|[\d.]+|\[[\da-f:.]+\]):4000$/.test(name))).toBe(true);
    },
  );

  it("needs no port where browsers leave it out", () => {
    expect(allowedHosts("localhost", 80, [])).toContain("localhost");
    expect(allowedHosts("localhost", 8080, [])).not.toContain("localhost");
  });
});
