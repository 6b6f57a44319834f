import { once } from "node:events";
import type { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { callbackify } from "node:util";

import { createTransport } from "nodemailer";
import { SMTPServer, type SMTPServerAddress } from "smtp-server";

import type { Mail } from "../../systems/mailing-support.ts";

/** A mail that a server has accepted. */
export interface Delivered {
  readonly to: string;
  /** As its header has it, without the angle brackets. */
  readonly messageId: string;
  /** Header and body, as they came. */
  readonly raw: string;
}

/** An SMTP server of this machine, and a way to send mails to it. */
export interface PostOffice {
  readonly send: (mail: Mail) => Promise<void>;
  /** All mails that it has accepted, in their order. */
  readonly delivered: readonly Delivered[];
  readonly close: () => Promise<void>;
}

/** Domain of the ids of mails. */
const DOMAIN = "mail.example.org";

/** The id of a mail: the same for the same act, however often it is sent. */
export const messageIdOf = (key: string): string => `${key}@${DOMAIN}`;

/** Opens an SMTP server on a free port of this machine. */
export async function openPostOffice(): Promise<PostOffice> {
  const delivered: Delivered[] = [];
  const accept = callbackify(async (stream: Readable, to: readonly SMTPServerAddress[]): Promise<void> => {
    const raw = await text(stream);
    const messageId = messageIdIn(raw);
    for (const { address } of to) delivered.push({ to: address, messageId, raw });
  });
  const server = new SMTPServer({
    disabledCommands: ["AUTH", "STARTTLS"],
    disableReverseLookup: true,
    onData: (stream, { envelope }, done) => accept(stream, envelope.rcptTo, done),
  });
  const listening = once(server.server, "listening");
  server.listen(0, "127.0.0.1");
  await listening;
  const address = server.server.address();
  if (address === null || typeof address === "string")
    throw new Error(`Expected the server to listen on a port, got ${String(address)}.`);
  const transport = createTransport({ host: "127.0.0.1", port: address.port, ignoreTLS: true, pool: true });
  return {
    delivered,
    send: async ({ key, text: body, to }) => {
      const id = key === undefined ? {} : { messageId: `<${messageIdOf(key)}>` };
      await transport.sendMail({ from: `desk@${DOMAIN}`, to, subject: "Your money", text: body, ...id });
    },
    close: async () => {
      transport.close();
      await new Promise<void>((closed) => server.close(closed));
    },
  };
}

/** A long header is folded: it continues on the next line. */
function messageIdIn(raw: string): string {
  const header = `\n${raw}`;
  const at = header.toLowerCase().indexOf("\nmessage-id:");
  if (at === -1) throw new Error("Expected a mail with a Message-ID, got none.");
  const start = header.indexOf("<", at);
  return header.slice(start + 1, header.indexOf(">", start));
}
