import { z } from "zod";

/** A service that turns texts into vectors, by the protocol of OpenAI's embeddings. */
export type EmbeddingSettings = {
  /** Where texts are sent to. The operator's own setting, so that it may be a machine of the same network. */
  url: string;
  model: string;
  key: string | undefined;
  /** How many numbers a vector is to have; the model's own without it. */
  dimensions: number | undefined;
};

/** Turns texts into vectors of length 1, in their order. Rejects with an EmbeddingError, also after the time-out. */
export type Embed = (texts: readonly string[], timeoutMs: number) => Promise<Float32Array[]>;

/** Why there are no vectors. `isRefusal`: the service takes these texts not now and not later. */
export class EmbeddingError extends Error {
  override readonly name = "EmbeddingError";
  constructor(
    message: string,
    readonly isRefusal = false,
  ) {
    super(message);
  }
}

const answerBytesMax = 16_000_000;
const dimensionsMax = 4_096;

const answerSchema = z.object({
  data: z.array(z.object({ index: z.int().min(0).optional(), embedding: z.array(z.number()).max(dimensionsMax) })),
});

/** Opens the client of a service. Follows no redirect, which could lead texts and key elsewhere. */
export function openEmbeddings({ url, model, key, dimensions }: EmbeddingSettings): Embed {
  const headers = {
    "content-type": "application/json",
    ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
  };
  return async (texts, timeoutMs) => {
    const asked = {
      model,
      input: texts,
      encoding_format: "float",
      ...(dimensions === undefined ? {} : { dimensions }),
    };
    const body = JSON.stringify(asked);
    const signal = AbortSignal.timeout(timeoutMs);
    try {
      const response = await fetch(url, { method: "POST", headers, body, signal, redirect: "manual" });
      const text = await readCapped(response);
      if (!response.ok) throw refusalOf(response.status);
      return toVectors(JSON.parse(text), texts.length, dimensions);
    } catch (error) {
      if (error instanceof EmbeddingError) throw error;
      if (error instanceof SyntaxError) throw new EmbeddingError("the answer is no JSON");
      throw new EmbeddingError(signal.aborted ? "no answer in time" : "no connection");
    }
  };
}

/** Statuses that say something of the texts, rather than of the service, the key or the pace. */
const refusals = new Set([400, 413, 422]);

function refusalOf(status: number): EmbeddingError {
  if (status >= 300 && status < 400) return new EmbeddingError("unexpected redirect");
  return new EmbeddingError(`status ${status}`, refusals.has(status));
}

async function readCapped({ body }: Response): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  if (body === null) return text;
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.byteLength;
    if (bytes > answerBytesMax) throw new EmbeddingError("the answer is too long");
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}

function toVectors(answer: unknown, count: number, dimensions: number | undefined): Float32Array[] {
  const parsed = answerSchema.safeParse(answer);
  if (!parsed.success) throw new EmbeddingError("the answer has no vectors");
  const { data } = parsed.data;
  if (data.length !== count) throw new EmbeddingError(`${data.length} vectors for ${count} texts`);
  const sorted = data.every(({ index }) => index !== undefined)
    ? data.toSorted((a, b) => (a.index ?? 0) - (b.index ?? 0))
    : data;
  const length = dimensions ?? sorted[0]?.embedding.length ?? 0;
  return sorted.map(({ embedding }) => {
    if (embedding.length !== length || length === 0) throw new EmbeddingError("vectors of another length");
    return unitOf(embedding);
  });
}

/** The vector of length 1 in the same direction. */
function unitOf(numbers: readonly number[]): Float32Array {
  const norm = Math.hypot(...numbers);
  if (!Number.isFinite(norm) || norm === 0) throw new EmbeddingError("a vector without a direction");
  return Float32Array.from(numbers, (number) => number / norm);
}
