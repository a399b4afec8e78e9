import type { MenuLink as Link } from "@shop/shared/page/menu";
import { PrefetchLink } from "../../ui/prefetch-link.tsx";

/** A link of the owner's menus, within the shop or to another site. */
export function MenuLink({ link: { label, to } }: { link: Link }) {
  return (
    <li>
      {to.startsWith("/") ? (
        <PrefetchLink to={to}>{label}</PrefetchLink>
      ) : (
        <a href={to} rel="noreferrer">
          {label}
        </a>
      )}
    </li>
  );
}
