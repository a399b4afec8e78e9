import "../../../ui/mantine-styles.ts";
import { Button, Flex } from "@mantine/core";
import { pages } from "@shop/shared/page/pages";
import { useEffect, useRef } from "react";
import { useLocation } from "react-router-dom";
import {
  auditPath,
  brandListPath,
  categoryListPath,
  collectionListPath,
  homePath,
  infoPageListPath,
  mailListPath,
  orderListPath,
  productListPath,
  searchSettingsPath,
  userListPath,
} from "../../../lib/paths.ts";
import { PrefetchLink } from "../../../ui/prefetch-link.tsx";
import classes from "./admin-nav.module.css";
import { Shortcuts } from "./shortcuts.tsx";

/** The sections of the admin, each with its shortcut and the pattern of its paths. */
const sections: { name: string; key: string; to: string; isIn: RegExp }[] = [
  { name: "Home", key: "h", to: homePath, isIn: /^\/$/ },
  {
    name: "Orders",
    key: "o",
    to: orderListPath,
    isIn: /^\/(admin\/(orderlist|withdrawal)|order\/)/,
  },
  { name: "Products", key: "p", to: productListPath, isIn: /^\/admin\/(product|import)/ },
  { name: "Brands", key: "b", to: brandListPath, isIn: /^\/admin\/brand/ },
  { name: "Categories", key: "c", to: categoryListPath, isIn: /^\/admin\/category/ },
  { name: "Collections", key: "l", to: collectionListPath, isIn: /^\/admin\/collection/ },
  { name: "Search", key: "s", to: searchSettingsPath, isIn: /^\/admin\/search/ },
  { name: "Reviews", key: "r", to: pages.reviewList.path, isIn: /^\/admin\/reviews/ },
  { name: "Pages", key: "w", to: infoPageListPath, isIn: /^\/admin\/pages/ },
  { name: "Users", key: "u", to: userListPath, isIn: /^\/admin\/user/ },
  { name: "Mails", key: "m", to: mailListPath, isIn: /^\/admin\/mails/ },
  {
    name: "Apps",
    key: "k",
    to: pages.apiKeys.path,
    isIn: /^\/admin\/(api-keys|webhooks)/,
  },
  { name: "Settings", key: "t", to: pages.settings.path, isIn: /^\/admin\/(settings|selling)/ },
  { name: "Audit", key: "a", to: auditPath, isIn: /^\/admin\/audit/ },
];

/** The navigation of the admin, in the header of every screen that an administrator sees. */
export function AdminNav() {
  const { pathname } = useLocation();
  const nav = useRef<HTMLElement>(null);
  const current = sections.find((section) => section.isIn.test(pathname))?.name;

  useEffect(() => {
    // On phones the list is wider than the screen.
    if (current === undefined) return;
    nav.current?.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest", inline: "center" });
  }, [current]);

  return (
    <nav ref={nav} className={classes.nav} aria-label="Administration">
      <Flex
        component="ul"
        className={classes.list ?? ""}
        flex={1}
        gap={{ base: 4, lg: 0 }}
        miw={0}
        // On phones the list runs to the edges of the screen.
        mx={{ base: "calc(-1 * var(--page-gutter))", sm: 0 }}
        px={{ base: "var(--page-gutter)", sm: 0 }}
      >
        {sections.map(({ name, to }) => (
          <li key={name}>
            <Button
              component={PrefetchLink}
              to={to}
              variant="subtle"
              color="gray"
              className={classes.link ?? ""}
              c={name === current ? "var(--shop-text)" : "dimmed"}
              {...(name === current && { "aria-current": "page" })}
            >
              {name}
            </Button>
          </li>
        ))}
      </Flex>
      <Shortcuts places={sections} />
    </nav>
  );
}
