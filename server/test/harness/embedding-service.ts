import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { z } from "zod";

const requestSchema = z.object({ model: z.string(), input: z.array(z.string()) });

/** What one question gets: an answer of one's own, or nothing for the usual one. */
type Special = (input: readonly string[]) => { status?: number; body: unknown } | undefined;

/** A service that turns texts into vectors: concepts and other words have a dimension each, and a text counts its words. */
export type EmbeddingService = {
  url: string;
  /** Every question: its texts and model. */
  asked: { input: string[]; model: string; authorization: string | undefined }[];
  /** How the next questions are answered. */
  behave: (how: { special?: Special; delayMs?: number; extraDimensions?: number }) => void;
  close: () => Promise<void>;
};

/** Dimensions that other words share. */
const othersMax = 200;
const placeOf = (word: string) => [...word].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % othersMax, 7);

export async function startEmbeddingService(concepts: readonly string[][]): Promise<EmbeddingService> {
  const asked: EmbeddingService["asked"] = [];
  let how: { special?: Special; delayMs?: number; extraDimensions?: number } = {};
  const vectorOf = (words: string) => {
    const found = words.toLowerCase().match(/\p{L}+/gu) ?? [];
    const numbers = Array.from({ length: concepts.length + othersMax + (how.extraDimensions ?? 0) }, () => 0);
    for (const word of found) {
      const concept = concepts.findIndex((words) => words.includes(word));
      const [place, weight] = concept === -1 ? [concepts.length + placeOf(word), 0.1] : [concept, 1];
      numbers[place] = (numbers[place] ?? 0) + weight;
    }
    return numbers;
  };
  const server = createServer(async (request, response) => {
    const { input, model } = requestSchema.parse(JSON.parse(await text(request)));
    asked.push({ input, model, authorization: request.headers.authorization });
    const { special, delayMs = 0 } = how;
    if (delayMs > 0) await new Promise((done) => setTimeout(done, delayMs));
    const own = special?.(input);
    const usual = { data: input.map((each, index) => ({ index, embedding: vectorOf(each) })) };
    const body =
      own === undefined ? JSON.stringify(usual) : typeof own.body === "string" ? own.body : JSON.stringify(own.body);
    response.writeHead(own?.status ?? 200, { "content-type": "application/json" }).end(body);
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const address: AddressInfo | string | null = server.address();
  if (address === null || typeof address === "string") throw new Error("the service has no port");
  return {
    url: `http://127.0.0.1:${address.port}/v1/embeddings`,
    asked,
    behave: (next) => {
      how = next;
    },
    close: () =>
      new Promise((done) => {
        server.closeAllConnections();
        server.close(() => done());
      }),
  };
}
