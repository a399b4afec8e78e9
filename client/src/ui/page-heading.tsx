import { type ReactNode, type RefObject, useRef } from "react";
import { useNavigationFocus } from "./navigation-focus.ts";
import classes from "./page-heading.module.css";
import hidden from "./visually-hidden.module.css";

type PageHeadingProps = {
  children: ReactNode;
  isHidden?: boolean;
  id?: string;
  ref?: RefObject<HTMLHeadingElement | null>;
};

/** The page's one `h1`, which takes focus after navigation. */
export function PageHeading({ children, isHidden = false, id, ref }: PageHeadingProps) {
  const own = useRef<HTMLHeadingElement>(null);
  const heading = ref ?? own;
  useNavigationFocus(heading, "heading");
  return (
    <h1 id={id} ref={heading} tabIndex={-1} className={isHidden ? hidden.hidden : classes.heading}>
      {children}
    </h1>
  );
}
