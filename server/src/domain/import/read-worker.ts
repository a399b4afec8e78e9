import { writeFile } from "node:fs/promises";
import { describeFile } from "./describe-file.ts";
import { decodeChunks } from "./file-layout.ts";
import type { FileProduct } from "./file-row.ts";
import { type ReadReply, type ReadRequest, readRequestSchema, type Task } from "./read-exchange.ts";
import { FileProblem, readRecords } from "./read-file.ts";
import { readProducts } from "./read-products.ts";

/** The entry point of the process that reads files of products, one after the other. */

/** The products, and the characters of their texts, that are sent at once. */
const batchProducts = 100;
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
      await this.sendProducts(task);
      void this.tell({ isWhole: true });
    } catch (error) {
      if (!(error instanceof FileProblem)) throw error;
      void this.tell({ problem: error.message });
    }
  }

  private async sendProducts({ encoding, delimiter, settings }: Extract<Task, { kind: "read" }>): Promise<void> {
    let batch: FileProduct[] = [];
    let characters = 0;
    for await (const product of readProducts(readRecords(decodeChunks(this.chunks(), encoding), delimiter), settings)) {
      batch.push(product);
      for (const text of [...Object.values(product.values), ...product.images]) characters += text.length;
      if (batch.length < batchProducts && characters < batchCharacters) continue;
      await this.tell({ products: batch });
      [batch, characters] = [[], 0];
    }
    if (batch.length > 0) await this.tell({ products: batch });
  }
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
