import type { CSSProperties } from "react";
import classes from "./skeleton.module.css";

type SkeletonProps = {
  width?: CSSProperties["width"];
  height?: CSSProperties["height"];
  ratio?: CSSProperties["aspectRatio"];
  className?: string;
};

/**
 * Skeleton in the size of the content. It reserves the space at once and becomes
 * visible after a delay, so that fast responses do not flicker.
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

/** Skeleton of lines of text; `rows` are the widths of the lines. */
export function SkeletonText({ rows }: { rows: string[] }) {
  return rows.map((width, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the rows never move
    <Skeleton key={index} width={width} height="1lh" className={classes.line ?? ""} />
  ));
}
