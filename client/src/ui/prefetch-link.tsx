import { createContext, type Ref, use } from "react";
import { Link, type LinkProps } from "react-router-dom";

/** Prefetches the code and data of a path. Provided by the app. */
export const PrefetchContext = createContext<(path: string) => void>(() => undefined);

/** Link that prefetches its target on hover, focus and touch. */
export function PrefetchLink({ to, ref, ...rest }: LinkProps & { to: string; ref?: Ref<HTMLAnchorElement> }) {
  const prefetch = use(PrefetchContext);
  const startPrefetch = () => prefetch(to);
  return (
    <Link
      {...rest}
      to={to}
      {...(ref === undefined ? {} : { ref })}
      onMouseEnter={startPrefetch}
      onFocus={startPrefetch}
      onTouchStart={startPrefetch}
    />
  );
}
