import type { ReactNode } from "react";
import classes from "./empty-state.module.css";

type EmptyStateProps = {
  text: string;
  help?: string;
  /** A link or a button. */
  action?: ReactNode;
  illustration?: "shelf" | "bag" | "lamp";
};

/** Empty state with an illustration, a text, optional help and an action. */
export function EmptyState({ text, help, action, illustration = "shelf" }: EmptyStateProps) {
  return (
    <div className={classes.empty}>
      <svg className={classes.illustration} viewBox="0 0 160 120" aria-hidden="true">
        {illustrations[illustration]}
      </svg>
      <p className={classes.text}>{text}</p>
      {help !== undefined && <p className={classes.help}>{help}</p>}
      {action}
    </div>
  );
}

const illustrations: Record<NonNullable<EmptyStateProps["illustration"]>, ReactNode> = {
  shelf: (
    <g className={classes.lines}>
      <path d="M26 50h108M26 92h108M34 24v76M126 24v76" />
      <path className={classes.quiet} d="M52 92V74h18v18M58 74v-6h6v6" />
      <path className={classes.quiet} strokeDasharray="4 5" d="M84 92V70h28v22" />
      <path className={classes.accent} d="M92 50V34h20v16" strokeDasharray="4 5" />
      <path className={classes.quiet} d="M48 50c0-9 6-14 13-14s13 5 13 14" />
    </g>
  ),
  bag: (
    <g className={classes.lines}>
      <path d="M50 46h60l-5 50H55z" />
      <path className={classes.accent} d="M65 56V40a15 15 0 0 1 30 0v16" />
      <path className={classes.quiet} d="M40 102h80" />
      <path className={classes.quiet} strokeDasharray="4 5" d="M68 76h24" />
    </g>
  ),
  lamp: (
    <g className={classes.lines}>
      <path d="M80 8v20M56 52a24 24 0 0 1 48 0z" />
      <path className={classes.accent} d="M74 58a6 6 0 0 0 12 0" />
      <path className={classes.quiet} strokeDasharray="4 6" d="M60 62 44 94M100 62l16 32" />
      <path className={classes.quiet} d="M36 102h88" />
    </g>
  ),
};
