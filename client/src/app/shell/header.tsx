import { imageAt } from "@shop/shared/catalog/image";
import { IconShoppingBag } from "@tabler/icons-react";
import { useSignedIn } from "../../features/account/session-store.ts";
import { BrowseLink } from "../../features/browse/browse-link.tsx";
import { useCartCount } from "../../features/cart/stored-cart.ts";
import { SearchBox } from "../../features/catalog/search-box.tsx";
import { cartPath, homePath } from "../../lib/paths.ts";
import { PrefetchLink } from "../../ui/prefetch-link.tsx";
import { useShop } from "../../ui/shop-identity.ts";
import { AccountMenu } from "./account-menu.tsx";
import classes from "./header.module.css";

/**
 * Sticky header with brand, search, cart and account; for admins without search and cart, and during the checkout, which
 * nothing should lead out of, without search and menu.
 */
export function Header({ isCheckout }: { isCheckout: boolean }) {
  const { name, logo } = useShop();
  const isAdmin = useSignedIn()?.isAdmin ?? false;
  const isShort = isAdmin || isCheckout;
  return (
    <header className={classes.header}>
      <div
        className={[classes.row, isShort && classes.shortRow, isAdmin && classes.adminRow].filter(Boolean).join(" ")}
      >
        <PrefetchLink className={classes.brand} to={homePath}>
          {logo === undefined ? <BrandMark /> : <img className={classes.logo} src={imageAt(logo, 320)} alt="" />}
          <span className={classes.brandName}>{name}</span>
        </PrefetchLink>
        {!isShort && (
          <div className={classes.search}>
            <BrowseLink className={classes.link} textClass={classes.linkText} />
            <SearchBox />
          </div>
        )}
        <nav className={classes.links} aria-label="Shop">
          {!isAdmin && <CartLink />}
          <AccountMenu />
        </nav>
      </div>
    </header>
  );
}

function CartLink() {
  const count = useCartCount();
  const shown = count > 99 ? "99+" : count;
  const name = count === 0 ? "Cart" : `Cart, ${shown} ${count === 1 ? "item" : "items"}`;
  return (
    <PrefetchLink className={classes.link} to={cartPath} aria-label={name}>
      {/* In the order of the name. */}
      <span className={classes.linkText}>Cart </span>
      <span className={classes.cartIcon}>
        <IconShoppingBag size={22} aria-hidden="true" />
        {count > 0 && <span className={classes.badge}>{shown}</span>}
      </span>
    </PrefetchLink>
  );
}

function BrandMark() {
  return (
    <svg className={classes.mark} viewBox="0 0 32 32" aria-hidden="true">
      <path className={classes.markBody} d="M7 12h18l-1.5 13a2.2 2.2 0 0 1-2.2 2H10.7a2.2 2.2 0 0 1-2.2-2z" />
      <path className={classes.markHandle} d="M11.5 15v-4.5a4.5 4.5 0 0 1 9 0V15" />
    </svg>
  );
}
