import { writeFile } from "node:fs/promises";
import { describeFile } from "./describe-file.ts";
import { decodeChunks } from "./file-layout.ts";
import type { FileProduct } from "./file-row.ts";
import { readRows } from "./file-rows.ts";
import { type ReadReply, type ReadRequest, readRequestSchema, type Task } from "./read-exchange.ts";
import { FileProblem, readRecords } from "./read-file.ts";
import { readProducts } from "./read-products.ts";
import type { FileEntry } from "./records/file-entry.ts";
import { readCustomers } from "./records/read-customers.ts";
import { readOrders } from "./records/read-orders.ts";

/** The entry point of the process that reads files, one after the other. */

/** What is sent at once: so many products, customers or orders, and so many characters of their texts. */
const batchItems = 100;
const batchCharacters = 262_144;

// When memory runs out, the kernel ends this process first and not the shop. Only Linux has the file.
await writeFile("/proc/self/oom_score_adj", "1000").catch(() => undefined);

/** One file. Each message is a reply, and the next request is its answer. */
class Reading {
  private turn = Promise.resolve();
  private onRequest: ((request: ReadRequest) => void) | undefined;

  /** Sends a reply in its turn, and resolves with the next request. */
  private tell(reply: ReadReply): Promise<ReadRequest> {
    const next = this.turn.then(
      () =>
        new Promise<ReadRequest>((resolve) => {
          this.onRequest = resolve;
          process.send?.(reply);
        }),
    );
    this.turn = next.then(() => undefined);
    return next;
  }

  receive(request: ReadRequest): void {
    this.onRequest?.(request);
  }

  private async *chunks(): AsyncGenerator<Buffer> {
    for (;;) {
      const request = await this.tell({ wants: "chunk" });
      if (!("chunk" in request)) return;
      yield Buffer.from(request.chunk);
    }
  }

  async run(task: Task): Promise<void> {
    try {
      if (task.kind === "describe") {
        void this.tell({ described: await describeFile(this.chunks(), task) });
        return;
      }
      if (task.kind === "read") await this.sendProducts(task);
      else await this.sendEntries(task);
      void this.tell({ isWhole: true });
    } catch (error) {
      if (!(error instanceof FileProblem)) throw error;
      void this.tell({ problem: error.message });
    }
  }

  private async sendProducts({ encoding, delimiter, settings }: Extract<Task, { kind: "read" }>): Promise<void> {
    const records = readRecords(decodeChunks(this.chunks(), encoding), delimiter);
    const lengthOf = ({ values, images }: FileProduct) => lengthIn([...Object.values(values), ...images]);
    for await (const products of inReplies(readProducts(records, settings), lengthOf)) await this.tell({ products });
  }

  private async sendEntries({ encoding, delimiter, settings }: Extract<Task, { kind: "read-records" }>): Promise<void> {
    const records = readRecords(decodeChunks(this.chunks(), encoding), delimiter);
    const rows = readRows(records, settings);
    const read = settings.content === "customers" ? readCustomers(rows) : readOrders(rows);
    const lengthOf = ({ values, items = [] }: FileEntry) =>
      lengthIn([...Object.values(values), ...items.flatMap((item) => Object.values(item))]);
    for await (const entries of inReplies(read, lengthOf)) await this.tell({ entries });
  }
}

const lengthIn = (texts: string[]) => texts.reduce((sum, text) => sum + text.length, 0);

/** As many items as one reply has, by their number and their texts. */
async function* inReplies<Item>(items: AsyncIterable<Item>, lengthOf: (item: Item) => number): AsyncGenerator<Item[]> {
  let batch: Item[] = [];
  let characters = 0;
  for await (const item of items) {
    batch.push(item);
    characters += lengthOf(item);
    if (batch.length < batchItems && characters < batchCharacters) continue;
    yield batch;
    [batch, characters] = [[], 0];
  }
  if (batch.length > 0) yield batch;
}

let reading: Reading | undefined;
process.on("message", (message) => {
  const request = readRequestSchema.parse(message);
  if (!("task" in request)) return reading?.receive(request);
  reading = new Reading();
  void reading.run(request.task);
});
// The shop has ended or needs the process no longer.
process.on("disconnect", () => process.exit());
process.send?.("ready");
