import { EmbeddingError, type EmbeddingSettings, openEmbeddings } from "../infra/embeddings.ts";
import { error, type Finding, ok, warning } from "./finding.ts";

const timeoutMs = 10_000;

/** What a question to the service has shown: its numbers and how long it took in milliseconds, or why there was no answer. */
export type TriedVectors = { dimensions: number; ms: number } | { problem: string };

/** Asks the service for the vector of a word. */
export async function tryVectors(settings: EmbeddingSettings): Promise<TriedVectors> {
  const began = performance.now();
  try {
    const [vector] = await openEmbeddings(settings)(["product"], timeoutMs);
    return { dimensions: vector?.length ?? 0, ms: Math.round(performance.now() - began) };
  } catch (failure) {
    if (failure instanceof EmbeddingError) return { problem: failure.message };
    throw failure;
  }
}

/** Whether searches can find by meaning. Nothing to say of a shop without a service for it. */
export function checkVectors(
  settings: (EmbeddingSettings & { deadlineMs: number }) | undefined,
  tried: TriedVectors | undefined,
): Finding[] {
  if (settings === undefined || tried === undefined) return [];
  const about = "search by meaning";
  const { host } = new URL(settings.url);
  if ("problem" in tried) {
    const text = `${host} gives no vectors: ${tried.problem}. Searches find by words alone; correct SEARCH_VECTORS_URL, SEARCH_VECTORS_MODEL or SEARCH_VECTORS_KEY.`;
    return [error(about, text)];
  }
  const { dimensions, ms } = tried;
  if (ms > settings.deadlineMs) {
    const text = `${host} took ${ms} ms, and searches wait ${settings.deadlineMs} ms. Use a service that is nearer, or raise SEARCH_VECTORS_MS.`;
    return [warning(about, text)];
  }
  return [ok(about, `${host} gives vectors of ${dimensions} numbers in ${ms} ms.`)];
}
