import { writeFile } from "node:fs/promises";
import { decodeImage } from "./decode-image.ts";
import { decodeRequestSchema } from "./image-process.ts";

/** The entry point of the process that decodes images, one after the other. */

// When memory runs out, the kernel ends this process first and not the shop. Only Linux has the file.
await writeFile("/proc/self/oom_score_adj", "1000").catch(() => undefined);

process.on("message", (message) => {
  void decodeImage(decodeRequestSchema.parse(message)).then((decoded) => process.send?.(decoded));
});
// The shop has ended or needs the process no longer. A regular exit would wait for a decoder that is at work.
process.on("disconnect", () => process.kill(process.pid, "SIGKILL"));
process.send?.("ready");
