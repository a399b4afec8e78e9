import { type ComponentProps, createContext, use } from "react";
import { type NavigateOptions, useHref, useLinkClickHandler } from "react-router-dom";
import { useIsOutdated } from "../lib/release.ts";

/** Prefetches the code and data of a path. Provided by the app. */
export const PrefetchContext = createContext<(path: string) => void>(() => undefined);

export type ShopLinkProps = ComponentProps<"a"> & {
  to: string;
} & Pick<NavigateOptions, "replace" | "state" | "preventScrollReset">;

/** Link within the shop. In a page of an earlier release it loads a new page. */
export function ShopLink({ to, replace, state, preventScrollReset, onClick, ...rest }: ShopLinkProps) {
  const isOutdated = useIsOutdated();
  const follow = useLinkClickHandler<HTMLAnchorElement>(to, {
    ...(replace === undefined ? {} : { replace }),
    ...(preventScrollReset === undefined ? {} : { preventScrollReset }),
    ...(rest.target === undefined ? {} : { target: rest.target }),
    state,
  });
  return (
    <a
      {...rest}
      href={useHref(to)}
      onClick={(event) => {
        onClick?.(event);
        if (!event.defaultPrevented && !isOutdated) follow(event);
      }}
    />
  );
}

/** Link that prefetches its target on hover, focus and touch. */
export function PrefetchLink(props: ShopLinkProps) {
  const prefetch = use(PrefetchContext);
  const startPrefetch = () => prefetch(props.to);
  return <ShopLink {...props} onMouseEnter={startPrefetch} onFocus={startPrefetch} onTouchStart={startPrefetch} />;
}
