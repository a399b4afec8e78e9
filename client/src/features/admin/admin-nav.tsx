import "../../ui/mantine-styles.ts";
import { Button, Flex } from "@mantine/core";
import { pages } from "@shop/shared/pages";
import {
  IconBox,
  IconCategory,
  IconFileText,
  IconHistory,
  IconHome,
  IconMail,
  IconMessageStar,
  IconPlugConnected,
  IconReceipt,
  IconSearch,
  IconTag,
  IconUsers,
  type TablerIcon,
} from "@tabler/icons-react";
import { useEffect, useRef } from "react";
import { useLocation } from "react-router-dom";
import {
  auditPath,
  brandListPath,
  categoryListPath,
  homePath,
  infoPageListPath,
  mailListPath,
  orderListPath,
  productListPath,
  searchSettingsPath,
  userListPath,
} from "../../lib/paths.ts";
import { PrefetchLink } from "../../ui/prefetch-link.tsx";
import classes from "./admin-nav.module.css";
import { Shortcuts } from "./shortcuts.tsx";

/** The sections of the admin, each with its shortcut and the pattern of its paths. */
const sections: { name: string; key: string; to: string; isIn: RegExp; Icon: TablerIcon }[] = [
  { name: "Home", key: "h", to: homePath, isIn: /^\/$/, Icon: IconHome },
  {
    name: "Orders",
    key: "o",
    to: orderListPath,
    isIn: /^\/(admin\/(orderlist|withdrawal)|order\/)/,
    Icon: IconReceipt,
  },
  { name: "Products", key: "p", to: productListPath, isIn: /^\/admin\/(product|import)/, Icon: IconBox },
  { name: "Brands", key: "b", to: brandListPath, isIn: /^\/admin\/brand/, Icon: IconTag },
  { name: "Categories", key: "c", to: categoryListPath, isIn: /^\/admin\/category/, Icon: IconCategory },
  { name: "Search", key: "s", to: searchSettingsPath, isIn: /^\/admin\/search/, Icon: IconSearch },
  { name: "Reviews", key: "r", to: pages.reviewList.path, isIn: /^\/admin\/reviews/, Icon: IconMessageStar },
  { name: "Pages", key: "w", to: infoPageListPath, isIn: /^\/admin\/pages/, Icon: IconFileText },
  { name: "Users", key: "u", to: userListPath, isIn: /^\/admin\/user/, Icon: IconUsers },
  { name: "Mails", key: "m", to: mailListPath, isIn: /^\/admin\/mails/, Icon: IconMail },
  {
    name: "Apps",
    key: "k",
    to: pages.apiKeys.path,
    isIn: /^\/admin\/(api-keys|webhooks)/,
    Icon: IconPlugConnected,
  },
  { name: "Audit", key: "a", to: auditPath, isIn: /^\/admin\/audit/, Icon: IconHistory },
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
        gap={4}
        miw={0}
        // On phones the list runs to the edges of the screen.
        mx={{ base: "calc(-1 * var(--page-gutter))", sm: 0 }}
        px={{ base: "var(--page-gutter)", sm: 0 }}
      >
        {sections.map(({ name, to, Icon }) => (
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
              <Icon className={classes.icon} size={18} aria-hidden="true" />
              {name}
            </Button>
          </li>
        ))}
      </Flex>
      <Shortcuts places={sections} />
    </nav>
  );
}
