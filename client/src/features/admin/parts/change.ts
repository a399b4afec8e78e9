/** The change of a figure against the period before; `share` is signed and in percent. */
export type Change = { is: "more" | "less"; share: string; before: number } | { is: "same" | "first" };

const percent = new Intl.NumberFormat("en-US", { style: "percent", maximumFractionDigits: 1, signDisplay: "always" });

/** Compares two figures. Against a period without any there is no percentage. */
export function changeOf(now: number | null, before: number | null): Change {
  if (before === null || before === 0) return { is: now === null || now === 0 ? "same" : "first" };
  const value = now ?? 0;
  if (value === before) return { is: "same" };
  // A minus sign as wide as the plus.
  const share = percent.format((value - before) / Math.abs(before)).replace("-", "−");
  return { is: value > before ? "more" : "less", share, before };
}

/** The same for a cell of a table. */
export function changeInWords(now: number, before: number): string {
  const change = changeOf(now, before);
  if (change.is === "more" || change.is === "less") return change.share;
  return change.is === "first" ? "New" : "–";
}
