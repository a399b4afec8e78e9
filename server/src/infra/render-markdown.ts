import type { BlockNode } from "@shop/shared/page/info-page";
import { LRUCache } from "lru-cache";
import { z } from "zod";
import { newCacheCounters } from "./cache-counters.ts";
import { newQueueMetrics } from "./concurrency-limiter.ts";
import { openTaskProcess, TaskExceeded, type TaskLimits } from "./task-process.ts";

/** The queues of texts to read and of texts to try, for metrics. */
export const textQueue = newQueueMetrics();
export const draftQueue = newQueueMetrics();

/** A text of the greatest length takes about 50 milliseconds, and one made to be hard to read seconds or, with deep lists, minutes. */
const limits: TaskLimits = { timeMs: 5_000, memoryMb: 96, queueMs: 10_000, queueMax: 50, idleMs: 60_000 };
/** The largest tree that a page gets, in characters of JSON. */
const treeMax = 600_000;
const cachedTrees = { max: 30, maxSize: 6_000_000 };
/** How long a text that exceeded the limits is not tried again, in milliseconds. */
const refusedMs = 600_000;

const treeSchema = z.custom<BlockNode[]>(Array.isArray);
const parse = (reply: unknown) => treeSchema.parse(reply);
const readText = openTaskProcess<string, BlockNode[]>("markdown-worker", { parse, limits, counters: textQueue });
// A process of their own, so that a draft that is hard to read delays no page.
const readDraft = openTaskProcess<string, BlockNode[]>("markdown-worker", { parse, limits, counters: draftQueue });

/** A text's tree; `undefined` where it takes more than a page may. */
type Rendered = { tree: BlockNode[] | undefined; size: number };

/** How often a text was read already. */
export const textCache = newCacheCounters();

const rendered = new LRUCache<string, Rendered, { isDraft: boolean }>({
  ...cachedTrees,
  sizeCalculation: ({ size }, text) => size + text.length,
  fetchMethod: async (text, _stale, { options, context: { isDraft } }) => {
    try {
      const tree = await (isDraft ? readDraft : readText)(text);
      const size = JSON.stringify(tree).length;
      if (size <= treeMax) return { tree, size };
    } catch (error) {
      if (!(error instanceof TaskExceeded)) throw error;
    }
    options.ttl = refusedMs;
    return { tree: undefined, size: 1 };
  },
});

/**
 * Markdown as a tree of what pages may contain, read in a process of its own and kept for the next reader. `undefined` for
 * a text that takes too much time, memory or room. Fails with status 503 when the process is busy for long.
 */
export async function renderMarkdown(text: string, { isDraft = false } = {}): Promise<BlockNode[] | undefined> {
  textCache[rendered.has(text) ? "hit" : "miss"] += 1;
  return (await rendered.fetch(text, { context: { isDraft } }))?.tree;
}

/** How a text is shown that cannot be read as Markdown: its paragraphs as they were typed. */
export function asTyped(text: string): BlockNode[] {
  return text.split(/\n{2,}/).map((paragraph): BlockNode => ({ type: "paragraph", content: [paragraph] }));
}
