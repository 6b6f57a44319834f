import { createServer } from "node:http";
import { text } from "node:stream/consumers";
import { z } from "zod";

const requestBody = z.object({
  model: z.string(),
  seed: z.number(),
  messages: z.array(z.object({ role: z.string(), content: z.string(), name: z.string().optional() })),
});

export type ChatRequest = z.infer<typeof requestBody>;

export interface OpenaiServer {
  readonly baseURL: string;
  /** All its requests, in order. */
  readonly requests: readonly ChatRequest[];
  readonly close: () => void;
}

/** A local server that speaks OpenAI's chat completions protocol. */
export async function startOpenaiServer(reply: (request: ChatRequest) => string): Promise<OpenaiServer> {
  const requests: ChatRequest[] = [];
  const server = createServer((request, response) => {
    const answer = async (): Promise<void> => {
      const asked = requestBody.parse(JSON.parse(await text(request)));
      requests.push(asked);
      const message = { role: "assistant", content: reply(asked) };
      const choices = [{ index: 0, message, finish_reason: "stop" }];
      response.setHeader("content-type", "application/json");
      response.end(
        JSON.stringify({ id: "1", object: "chat.completion", created: 0, model: asked.model, choices }),
      );
    };
    void answer();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const port = address !== null && typeof address === "object" ? address.port : 0;
  return { baseURL: `http://127.0.0.1:${port}/v1`, requests, close: () => server.close() };
}
