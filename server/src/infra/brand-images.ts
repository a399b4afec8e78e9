import { LRUCache } from "lru-cache";
import { z } from "zod";
import { newQueueMetrics } from "./concurrency-limiter.ts";
import { webpName } from "./image-names.ts";
import type { Storage } from "./storage.ts";
import { openTaskProcess } from "./task-process.ts";

const bytesSchema = z.custom<Uint8Array>((value) => value instanceof Uint8Array);

/** What is made of a logo: its PNG for mails, or the image for previews of links. */
export const brandTaskSchema = z.object({
  logo: bytesSchema,
  kind: z.enum(["mail", "share"]),
  background: z.string(),
});
type BrandTask = z.output<typeof brandTaskSchema>;

/** The queue of images of logos, for metrics. */
export const brandQueue = newQueueMetrics();

const makeImage = openTaskProcess<BrandTask, Uint8Array>("brand-worker", {
  parse: (reply) => bytesSchema.parse(reply),
  limits: { timeMs: 10_000, memoryMb: 96, queueMs: 10_000, queueMax: 20, idleMs: 10_000 },
  counters: brandQueue,
});

const made = new LRUCache<string, Buffer>({ max: 20, maxSize: 8_000_000, sizeCalculation: ({ length }) => length });

/** The image of a kind of a stored logo, made when it is first asked for; `undefined` if the logo is not stored. */
export async function brandImage(
  storage: Storage,
  id: string,
  { kind, background }: Omit<BrandTask, "logo">,
): Promise<Buffer | undefined> {
  const key = `${id} ${kind} ${background}`;
  const known = made.get(key);
  if (known !== undefined) return known;
  const logo = await storage.read(webpName(id, 960));
  if (logo === undefined) return undefined;
  const image = Buffer.from(await makeImage({ logo, kind, background }));
  made.set(key, image);
  return image;
}
