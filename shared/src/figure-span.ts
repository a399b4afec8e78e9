/** How many days the admin figures can span. */
export const figureSpans = [7, 30, 90] as const;
export type FigureSpan = (typeof figureSpans)[number];
export const defaultFigureSpan: FigureSpan = 30;

/** A span from outside. Whatever is not on offer means the usual one, because addresses are edited by hand. */
export function toFigureSpan(value: unknown): FigureSpan {
  return figureSpans.find((span) => String(span) === String(value)) ?? defaultFigureSpan;
}
