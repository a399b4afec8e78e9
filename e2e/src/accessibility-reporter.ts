import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Reporter, TestCase } from "@playwright/test/reporter";

/** The type of the annotations that carry checks. */
export const accessibilityAnnotation = "accessibility check";

/** One run of axe: the title of the screen, and the rules that it breaks. */
export type AccessibilityCheck = { screen: string; rules: string[] };

const file = join(import.meta.dirname, "../../server/src/domain/info-page/accessibility-check.json");

function isCheck(value: unknown): value is AccessibilityCheck {
  return typeof value === "object" && value !== null && "screen" in value && "rules" in value;
}

/**
 * Writes what the accessibility statement of the shop says of its last check. Only with ACCESSIBILITY_CHECK=1, because a
 * run of a part of the tests checks a part of the screens.
 */
export default class AccessibilityReporter implements Reporter {
  readonly #checks: AccessibilityCheck[] = [];

  onTestEnd(test: TestCase): void {
    for (const { type, description = "" } of test.annotations) {
      if (type !== accessibilityAnnotation) continue;
      const check: unknown = JSON.parse(description);
      if (isCheck(check)) this.#checks.push(check);
    }
  }

  async onEnd(): Promise<void> {
    if (process.env.ACCESSIBILITY_CHECK !== "1" || this.#checks.length === 0) return;
    const screens = [...new Set(this.#checks.map(({ screen }) => screen))].sort();
    const broken = new Set(
      this.#checks.flatMap(({ screen, rules }) => rules.map((rule) => JSON.stringify({ screen, rule }))),
    );
    const failures = [...broken].sort().map((failure): unknown => JSON.parse(failure));
    const date = new Date().toISOString().slice(0, 10);
    await writeFile(file, `${JSON.stringify({ date, tool: "axe-core", screens, failures }, null, 2)}\n`);
  }
}
