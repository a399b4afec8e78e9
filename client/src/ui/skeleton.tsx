import type { CSSProperties } from "react";
import classes from "./skeleton.module.css";

type SkeletonProps = {
  width?: CSSProperties["width"];
  height?: CSSProperties["height"];
  ratio?: CSSProperties["aspectRatio"];
  className?: string;
};

/**
 * A stand-in of the coming content's size. It holds its place at once and shows
 * itself only when the content is late, so that quick answers do not flicker.
 */
export function Skeleton({ width, height, ratio, className }: SkeletonProps) {
  return (
    <span
      aria-hidden="true"
      className={[classes.skeleton, className].filter(Boolean).join(" ")}
      style={{ width, height, aspectRatio: ratio }}
    />
  );
}

/** Lines of coming text; `rows` gives each line's width. */
export function SkeletonText({ rows }: { rows: string[] }) {
  return rows.map((width, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the rows never move
    <Skeleton key={index} width={width} height="1lh" className={classes.line ?? ""} />
  ));
}
