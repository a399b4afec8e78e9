import { readFile } from "node:fs/promises";
import type { Reporter, TestCase, TestResult } from "@playwright/test/reporter";

/** The most lines that are printed of one page. */
const maxLines = 120;

/** Prints what the page of a failed test showed, because the folder of results is lost with the machine of a run. */
export default class FailedPageReporter implements Reporter {
  readonly #pages: { title: string; path: string }[] = [];

  onTestEnd(test: TestCase, { attachments }: TestResult): void {
    for (const { name, path } of attachments) {
      if (name === "error-context" && path !== undefined) this.#pages.push({ title: test.title, path });
    }
  }

  async onEnd(): Promise<void> {
    for (const { title, path } of this.#pages) {
      const context = await readFile(path, "utf8").catch(() => "");
      // The rest of the file repeats the error and the test.
      const [, snapshot = "Playwright has written no snapshot of it."] = /^```yaml\n(.*?)^```/ms.exec(context) ?? [];
      console.log(`\nThe page of "${title}":\n${snapshot.split("\n").slice(0, maxLines).join("\n")}`);
    }
  }
}
