/** The periods of the dashboard, in days. */
export const figureSpans = [7, 30, 90] as const;
export type FigureSpan = (typeof figureSpans)[number];
export const defaultFigureSpan: FigureSpan = 30;

/** Parses a period; unknown values give the default, because URLs are edited by hand. */
export function toFigureSpan(value: unknown): FigureSpan {
  return figureSpans.find((span) => span === value || String(span) === value) ?? defaultFigureSpan;
}
