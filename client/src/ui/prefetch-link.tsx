import { createContext, type Ref, use } from "react";
import { Link, type LinkProps } from "react-router-dom";
import { useIsOutdated } from "../lib/release.ts";

/** Prefetches the code and data of a path. Provided by the app. */
export const PrefetchContext = createContext<(path: string) => void>(() => undefined);

/** Link that prefetches its target on hover, focus and touch. In a page of an earlier release it loads a new page. */
export function PrefetchLink({ to, ref, ...rest }: LinkProps & { to: string; ref?: Ref<HTMLAnchorElement> }) {
  const prefetch = use(PrefetchContext);
  const isOutdated = useIsOutdated();
  const startPrefetch = () => prefetch(to);
  return (
    <Link
      {...rest}
      to={to}
      reloadDocument={isOutdated}
      {...(ref === undefined ? {} : { ref })}
      onMouseEnter={startPrefetch}
      onFocus={startPrefetch}
      onTouchStart={startPrefetch}
    />
  );
}
