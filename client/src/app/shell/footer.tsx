import { useInViewport } from "@mantine/hooks";
import type { InfoGroup } from "@shop/shared/page/info-page";
import { pages, pathOf } from "@shop/shared/page/pages";
import { type ReactNode, useId } from "react";
import { useSignedIn } from "../../features/account/session-store.ts";
import { productsPath, savedPath, withdrawalPath } from "../../lib/paths.ts";
import { trpc } from "../../lib/trpc.ts";
import { PaymentMarks } from "../../ui/payment-marks.tsx";
import { PrefetchLink } from "../../ui/prefetch-link.tsx";
import { useShop } from "../../ui/shop-identity.ts";
import classes from "./footer.module.css";
import { MenuLink } from "./menu-link.tsx";

const categoriesMax = 4;
const menuStaleMs = 300_000;

/** The links at the end of every page: the shop, its help, and who runs it. In short the shop's own pages in one row. */
export function Footer({ isShort }: { isShort: boolean }) {
  const { name } = useShop();
  return (
    <footer className={classes.footer}>
      {isShort ? <PageLinks /> : <Columns />}
      <div className={classes.end}>
        <p>
          <strong>{name}</strong> © {/* Another one at the turn of the year, where the time zones differ. */}
          <span suppressHydrationWarning>{new Date().getFullYear()}</span>
        </p>
        <PaymentMarks />
      </div>
    </footer>
  );
}

/** What a customer may want to read before an order. */
function PageLinks() {
  const { infoPages = [] } = useShop();
  if (infoPages.length === 0) return null;
  return (
    <nav aria-label="Information">
      <ul className={classes.row}>
        {infoPages.map(({ slug, title }) => (
          <FooterLink key={slug} to={pathOf("info", { slug })}>
            {title}
          </FooterLink>
        ))}
      </ul>
    </nav>
  );
}

function Columns() {
  const { returnsDays, hasJournal = false, footerMenu = [] } = useShop();
  const isAdmin = useSignedIn()?.isAdmin ?? false;
  return (
    <div className={classes.columns}>
      {!isAdmin && <ShopLinks />}
      <InfoLinks title="Help" group="help">
        {returnsDays !== undefined && <FooterLink to={withdrawalPath}>Withdraw from contract</FooterLink>}
      </InfoLinks>
      <InfoLinks title="Company" group="company">
        {hasJournal && <FooterLink to={pages.journal.path}>{pages.journal.title}</FooterLink>}
      </InfoLinks>
      {footerMenu.map((column) => (
        <Column key={column.title} title={column.title}>
          {column.links.map((link) => (
            <MenuLink key={link.label} link={link} />
          ))}
        </Column>
      ))}
    </div>
  );
}

/** Links to the products, and to the first categories. These load once the footer is near the viewport. */
function ShopLinks() {
  const { ref, inViewport } = useInViewport<HTMLElement>();
  const menu = trpc.catalog.menu.useQuery(undefined, { staleTime: menuStaleMs, enabled: inViewport });
  return (
    <Column ref={ref} title="Products" isReserved>
      <FooterLink to={productsPath}>All products</FooterLink>
      <FooterLink to={pages.browse.path}>All categories</FooterLink>
      <FooterLink to={savedPath}>Saved items</FooterLink>
      {menu.data?.categories.slice(0, categoriesMax).map(({ _id, name, slug }) => (
        <FooterLink key={_id} to={pathOf("category", { slug })}>
          {name}
        </FooterLink>
      ))}
    </Column>
  );
}

/** Links to the shop's own pages of a group. Nothing where there are none. */
function InfoLinks({ title, group, children }: { title: string; group: InfoGroup; children?: ReactNode }) {
  const shown = useShop().infoPages?.filter((page) => page.group === group) ?? [];
  if (shown.length === 0 && (children ?? false) === false) return null;
  return (
    <Column title={title}>
      {shown.map((page) => (
        <FooterLink key={page.slug} to={pathOf("info", { slug: page.slug })}>
          {page.title}
        </FooterLink>
      ))}
      {children}
    </Column>
  );
}

type ColumnProps = {
  title: string;
  children: ReactNode;
  ref?: ReturnType<typeof useInViewport<HTMLElement>>["ref"];
  /** Whether rows are reserved for links that come later. */
  isReserved?: boolean;
};

function Column({ title, children, ref, isReserved }: ColumnProps) {
  const id = useId();
  return (
    <nav ref={ref} className={classes.column} aria-labelledby={id} data-reserved={isReserved}>
      <h2 id={id}>{title}</h2>
      <ul>{children}</ul>
    </nav>
  );
}

function FooterLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <li>
      <PrefetchLink to={to}>{children}</PrefetchLink>
    </li>
  );
}
