import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { text } from "node:stream/consumers";

import { completionBody, completionChunks } from "./openai-completion.ts";
import { embeddingsBody, hashedWords } from "./openai-embeddings.ts";
import { isFault, type ServerFault, type ServerReply } from "./openai-reply.ts";
import { parseChatRequest, type ChatRequest } from "./openai-request.ts";

/** How the server answers a request; `call` counts the chat completions from 0. */
export type ServerScript = (request: ChatRequest, call: number) => ServerReply | Promise<ServerReply>;

/** Features that an endpoint refuses with status 400, as endpoints do that lack them. */
export type Unsupported = "json_schema" | "json_object" | "tools" | "temperature" | "logprobs";

export interface OpenaiServerOptions {
  /** Default nothing. */
  readonly unsupported?: readonly Unsupported[];
  /** Default counts hashed words: texts with words in common lie close together. */
  readonly embed?: (text: string) => readonly number[];
}

/** A running server. Close it. */
export interface OpenaiServer {
  /** For `new ChatOpenAI({ configuration: { baseURL } })`. */
  readonly baseURL: string;
  /** The requests for chat completions, in order. */
  readonly requests: readonly ChatRequest[];
  /** Chat completions that are neither answered nor given up by the client. */
  open(): number;
  close(): Promise<void>;
}

/**
 * Starts a local HTTP server that speaks OpenAI's protocol, for tests: chat completions with tools, response formats,
 * log-probabilities, streams and usage; `/v1/models` and `/v1/embeddings`.
 *
 * @example
 * const server = await startOpenaiServer((request) => ({ json: { step: 2 } }));
 * const model = new ChatOpenAI({ model: "any", apiKey: "none", configuration: { baseURL: server.baseURL } });
 *
 * @param script says what to answer, and which fault to make
 */
export async function startOpenaiServer(
  script: ServerScript,
  options: OpenaiServerOptions = {},
): Promise<OpenaiServer> {
  const requests: ChatRequest[] = [];
  let open = 0;

  const complete = async (response: ServerResponse, body: unknown): Promise<void> => {
    const request = parseChatRequest(body);
    const call = requests.push(request) - 1;
    open += 1;
    response.once("close", () => (open -= 1));
    const lacking = options.unsupported?.find((feature) => asksFor(request, feature));
    const reply = lacking === undefined ? await script(request, call) : refused(lacking);
    if (isFault(reply)) fail(response, reply);
    else send(response, request, typeof reply === "string" ? { content: reply } : reply, call);
  };

  const route = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body: unknown = request.method === "POST" ? JSON.parse(await text(request)) : undefined;
    const path = request.url ?? "";
    if (path.endsWith("/chat/completions")) await complete(response, body);
    else if (path.endsWith("/embeddings"))
      json(response, 200, embeddingsBody(body, options.embed ?? hashedWords));
    else if (path.endsWith("/models"))
      json(response, 200, { object: "list", data: [{ id: "any", object: "model" }] });
    else fail(response, { fault: "status", status: 404, message: `There is no ${path}.` });
  };

  const server = createServer((request, response) => {
    route(request, response).catch((error: unknown) =>
      fail(response, { fault: "status", status: 500, message: String(error) }),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  return {
    baseURL: `http://127.0.0.1:${port}/v1`,
    requests,
    open: () => open,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function asksFor(request: ChatRequest, feature: Unsupported): boolean {
  if (feature === "tools") return request.tools !== undefined;
  if (feature === "temperature") return request.temperature !== undefined;
  if (feature === "logprobs") return request.logprobs === true;
  return request.response_format?.type === feature;
}

function refused(feature: Unsupported): ServerFault {
  return { fault: "status", status: 400, message: `Unsupported: ${feature} cannot be used with this model.` };
}

function send(
  response: ServerResponse,
  request: ChatRequest,
  answer: Exclude<ServerReply, string | ServerFault>,
  call: number,
): void {
  if (request.stream !== true) return json(response, 200, completionBody(request, answer, call));
  response.writeHead(200, { "content-type": "text/event-stream" });
  for (const chunk of completionChunks(request, answer, call))
    response.write(`data: ${JSON.stringify(chunk)}\n\n`);
  response.end("data: [DONE]\n\n");
}

function fail(response: ServerResponse, fault: ServerFault): void {
  if (fault.fault === "hang") return;
  if (fault.fault === "reset") return void response.socket?.resetAndDestroy();
  if (fault.fault === "garbage") {
    response.writeHead(200, { "content-type": "application/json" });
    return void response.end('{"id": "chatcmpl-0", "choices": [{"mess');
  }
  if (fault.fault === "no-choices")
    return json(response, 200, { id: "chatcmpl-0", object: "chat.completion", choices: [] });
  if (fault.retryAfter !== undefined) response.setHeader("retry-after", String(fault.retryAfter));
  const message = fault.message ?? `The server was told to answer ${fault.status}.`;
  json(response, fault.status, { error: { message, type: "scripted", code: null, param: null } });
}

function json(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { "content-type": "application/json" });
  response.end(JSON.stringify(body));
}
