import { createContext, type Ref, use } from "react";
import { Link, type LinkProps } from "react-router-dom";

/** Loads what an address of the shop will need; the app knows how. */
export const PrefetchContext = createContext<(path: string) => void>(() => undefined);

/** A link that loads its target's code and data as soon as somebody is about to follow it. */
export function PrefetchLink({ to, ref, ...rest }: LinkProps & { to: string; ref?: Ref<HTMLAnchorElement> }) {
  const prefetch = use(PrefetchContext);
  const begin = () => prefetch(to);
  return (
    <Link
      {...rest}
      to={to}
      {...(ref === undefined ? {} : { ref })}
      onMouseEnter={begin}
      onFocus={begin}
      onTouchStart={begin}
    />
  );
}
