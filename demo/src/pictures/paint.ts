import type { Look, Material } from "../look.ts";
import type { Tones } from "./tone.ts";

/** One colour stop: place (0..1), colour, opacity (1 when left out). */
export type Stop = readonly [offset: number, color: string, opacity?: number];

/** How a fill runs over the shape it fills. `ball` is lit from the upper left; `tube` stands, `pipe` lies. */
export type Direction = "down" | "right" | "diagonal" | "ball" | "tube" | "pipe";

export type SolidOptions = {
  /** Default: the body tones. */
  tones?: Tones;
  /** Default: the material of the look. */
  material?: Material;
  /** Default: `diagonal`. */
  direction?: Direction;
  /** Width in units of the soft lit and shaded edge inside the outline; 0 for none. Default 18. */
  bevel?: number;
  /** Draw the weave, grain or stitches of the material. Default true. */
  texture?: boolean;
};

/** The toolbox of a drawing. Makers register what they need in the picture and return `url(#…)`. */
export type Paint = {
  readonly design: Look["design"];
  readonly material: Material;
  readonly body: Tones;
  readonly accent: Tones;
  /** How strongly folds are drawn where the cloth is lit again afterwards. */
  readonly folding: number;
  /** An id nobody else in this picture has. */
  id(name: string): string;
  /** Puts markup into `<defs>`; give it an id from `id`. */
  define(markup: string): void;
  /** A linear gradient over the filled shape's box. `ball`, `tube` and `pipe` run as `diagonal`, `right` and `down`. */
  linear(stops: readonly Stop[], direction?: Direction): string;
  /** A radial gradient over the filled shape's box; centre and radius in shares of that box. */
  radial(stops: readonly Stop[], cx?: number, cy?: number, r?: number): string;
  /** The lit gradient of a material, without its texture. */
  fill(tones: Tones, material?: Material, direction?: Direction): string;
  /** The weave, grain or stitches of a material as a see-through pattern; `none` for smooth ones. */
  texture(material: Material, tones: Tones): string;
  /** A filled shape with texture and soft lit edges: the usual way to draw a part. */
  solid(d: string, options?: SolidOptions): string;
  /** Only the soft lit (upper left) and shaded (lower right) edge inside an outline. */
  bevel(d: string, width?: number, strength?: number): string;
  /** A clip to an outline, for `clip-path="…"`. */
  clip(d: string): string;
  /** A blur for `filter="…"`; costly when large, use it on small parts only. */
  blur(radius: number): string;
  /** A soft dark ellipse where something touches the floor or another part. */
  shadow(cx: number, cy: number, rx: number, ry: number, strength?: number): string;
  /** A soft light ellipse: a reflection on a curved surface. */
  glow(cx: number, cy: number, rx: number, ry: number, strength?: number, color?: string): string;
};

/** Draws one object as an SVG fragment of a 1000 × 1000 view, standing on y = 800, lit from the upper left. */
export type Drawing = (paint: Paint) => string;

/** The outline of a rectangle with round corners. */
export function roundRect(x: number, y: number, width: number, height: number, radius: number): string {
  const r = Math.min(radius, width / 2, height / 2);
  return (
    `M${x + r} ${y}h${width - 2 * r}a${r} ${r} 0 0 1 ${r} ${r}v${height - 2 * r}a${r} ${r} 0 0 1 ${-r} ${r}` +
    `h${2 * r - width}a${r} ${r} 0 0 1 ${-r} ${-r}v${2 * r - height}a${r} ${r} 0 0 1 ${r} ${-r}z`
  );
}

/** The outline of an ellipse; a circle when `ry` is left out. */
export function ellipse(cx: number, cy: number, rx: number, ry: number = rx): string {
  return `M${cx - rx} ${cy}a${rx} ${ry} 0 1 1 ${2 * rx} 0a${rx} ${ry} 0 1 1 ${-2 * rx} 0z`;
}
