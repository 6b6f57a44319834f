import fc from "fast-check";
import { expect, it } from "vitest";

import { quotable } from "./quotable.ts";
import { withoutPasswords } from "./without-passwords.ts";

it.each([
  ["postgres://me:hunter2@host/db", "postgres://me:***@host/db"],
  ["Could not read 'redis://:hunter2@host'.", "Could not read 'redis://:***@host'."],
  ["http://me:hunter2@host, http://you:hunter2@host", "http://me:***@host, http://you:***@host"],
  ["/home/me/postgres:/me:hunter2@host", "/home/me/postgres:/me:***@host"],
  ["host=h password=hunter2 dbname=d", "host=h password=*** dbname=d"],
  ["password = 'my \\' hunter2' dbname=d", "password = *** dbname=d"],
  ["postgres://me@host/db?password=hunter2&ssl=true", "postgres://me@host/db?password=***&ssl=true"],
  ["file:///me/password%20=%20'my%20hunter2'%20dbname=d", "file:///me/password%20=%20***%20dbname=d"],
  ["?password%3Dhunter2", "?password%3D***"],
  ["PGPASSWORD=hunter2", "PGPASSWORD=***"],
  ["unknown option '--api-key=hunter2'", "unknown option '--api-key=***'"],
  ['{"user": "me", "password": "hun\\"ter2"}', '{"user": "me", "password": "***"}'],
])("leaves out the password: %s", (text, safe) => {
  expect(withoutPasswords(text)).toBe(safe);
});

it.each([
  "http://127.0.0.1:9/v1 does not answer: npm install @langchain/openai",
  "at file:///home/me/node_modules/.pnpm/@langchain+core@1.2.13/index.js:10:2",
  "postgresql://me@host:5432/db",
  'password authentication failed for user "me"',
  "Expected a number of tokens, got 3: the passage is too long.",
])("leaves alone what holds none: %s", (text) => {
  expect(withoutPasswords(text)).toBe(text);
});

it("finds a password in any address, in the middle of any text, and is the same when it is done twice", () => {
  const part = fc.stringMatching(/^[\w/?#:%+-]{0,12}$/);
  const scheme = fc.constantFrom("postgres", "postgresql", "redis", "rediss", "http", "https");
  fc.assert(
    fc.property(
      scheme,
      fc.stringMatching(/^\w{0,8}$/),
      part,
      part,
      fc.string(),
      (name, user, a, b, around) => {
        const text = quotable(`${around} ${name}://${user}:${a}hunter2${b}@host/db ${around}`);
        expect(text).not.toContain("hunter2");
        expect(quotable(text)).toBe(text);
      },
    ),
  );
});
