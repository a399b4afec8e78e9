/** Labels on a page: the size of the page, of a label, and of the margins and gaps, in millimetres. */
type Layout = {
  name: string;
  page: [width: number, height: number];
  label: [width: number, height: number];
  columns: number;
  rows: number;
  left: number;
  top: number;
  /** Between two columns; rows of sheets touch. */
  gap: number;
};

const inch = 25.4;

/** A printer that prints one label after the other. */
function single(name: string, width: number, height: number): Layout {
  return { name, page: [width, height], label: [width, height], columns: 1, rows: 1, left: 0, top: 0, gap: 0 };
}

type Sheet = Pick<Layout, "name" | "page" | "label"> & { grid: [columns: number, rows: number]; gap: number };

/** A sheet whose labels stand in the middle, with gaps between its columns. */
function sheet({ name, page, label, grid: [columns, rows], gap }: Sheet): Layout {
  const left = (page[0] - columns * label[0] - (columns - 1) * gap) / 2;
  return { name, page, label, columns, rows, left, top: (page[1] - rows * label[1]) / 2, gap };
}

const a4: Layout["page"] = [210, 297];
const letter: Layout["page"] = [8.5 * inch, 11 * inch];

/** The sizes of labels, as makers of paper and printers of labels name them. */
const layouts = {
  a6: single("A6, 105 × 148 mm", 105, 148),
  "4x6": single("4 × 6 inches", 4 * inch, 6 * inch),
  "62x100": single("62 × 100 mm", 62, 100),
  "a4-8": sheet({ name: "A4 sheet of 8, 99.1 × 67.7 mm", page: a4, label: [99.1, 67.7], grid: [2, 4], gap: 2.5 }),
  "a4-21": sheet({ name: "A4 sheet of 21, 63.5 × 38.1 mm", page: a4, label: [63.5, 38.1], grid: [3, 7], gap: 2.5 }),
  "letter-10": sheet({
    name: "Letter sheet of 10, 4 × 2 inches",
    page: letter,
    label: [4 * inch, 2 * inch],
    grid: [2, 5],
    gap: 0.188 * inch,
  }),
  "letter-30": sheet({
    name: "Letter sheet of 30, 2⅝ × 1 inches",
    page: letter,
    label: [2.625 * inch, inch],
    grid: [3, 10],
    gap: 0.125 * inch,
  }),
};

export type LabelSize = keyof typeof layouts;

export const labelSizes = [
  ...(["a6", "4x6", "62x100"] as const),
  ...(["a4-8", "a4-21", "letter-10", "letter-30"] as const),
] satisfies LabelSize[];

/** The layout of a size. */
export function labelLayout(size: LabelSize): Layout {
  return layouts[size];
}

/** How many labels are on a page. */
export function labelsPerPage(size: LabelSize): number {
  const { columns, rows } = layouts[size];
  return columns * rows;
}
