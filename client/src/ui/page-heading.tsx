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

/** The `h1` of a page. It gets the focus after a navigation. */
export function PageHeading({ children, isHidden = false, id, ref }: PageHeadingProps) {
  const fallbackRef = useRef<HTMLHeadingElement>(null);
  const heading = ref ?? fallbackRef;
  useNavigationFocus(heading, "heading");
  return (
    <h1 id={id} ref={heading} tabIndex={-1} className={isHidden ? hidden.hidden : classes.heading}>
      {children}
    </h1>
  );
}
