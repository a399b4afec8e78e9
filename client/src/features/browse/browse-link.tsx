import { pages } from "@shop/shared/page/pages";
import { IconMenu2 } from "@tabler/icons-react";
import { useEffect, useRef, useState } from "react";
import { Navigate, useLocation } from "react-router-dom";
import { lazyPart } from "../../lib/lazy-part.tsx";
import { PrefetchLink } from "../../ui/prefetch-link.tsx";

const { path } = pages.browse;

// Lazy because most customers do not open it. Where it cannot be loaded, its page stands in for it.
const BrowseMenu = lazyPart("browse-menu", () => import("./browse-menu.tsx").then((menu) => menu.BrowseMenu), {
  failed: () => <Navigate to={path} />,
});

/** Opens the menu of categories and brands. Before hydration it leads to the page with the same lists. */
export function BrowseLink({ className, textClass }: { className: string | undefined; textClass: string | undefined }) {
  const [isOpen, setOpen] = useState(false);
  const link = useRef<HTMLAnchorElement>(null);
  const { key } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: another screen closes the menu
  useEffect(() => setOpen(false), [key]);
  return (
    <>
      <PrefetchLink
        ref={link}
        to={path}
        className={className}
        aria-label="Shop by category and brand"
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onPointerEnter={BrowseMenu.preload}
        onClick={(event) => {
          if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
          event.preventDefault();
          setOpen(true);
        }}
      >
        <IconMenu2 size={22} aria-hidden="true" />
        <span className={textClass}>Shop</span>
      </PrefetchLink>
      {isOpen && (
        <BrowseMenu
          onClose={(hasFollowed) => {
            setOpen(false);
            if (!hasFollowed) link.current?.focus();
          }}
        />
      )}
    </>
  );
}
