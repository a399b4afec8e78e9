import {
  IconBox,
  IconCategory,
  IconHistory,
  IconHome,
  IconReceipt,
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
  orderListPath,
  productListPath,
  userListPath,
} from "../../lib/paths.ts";
import { PrefetchLink } from "../../ui/prefetch-link.tsx";
import classes from "./admin-nav.module.css";
import { Shortcuts } from "./shortcuts.tsx";

/** The rooms of the admin, each with its shortcut and the addresses that belong to it. */
const rooms: { name: string; key: string; to: string; isIn: RegExp; Icon: TablerIcon }[] = [
  { name: "Home", key: "h", to: homePath, isIn: /^\/$/, Icon: IconHome },
  { name: "Orders", key: "o", to: orderListPath, isIn: /^\/(admin\/orderlist|order\/)/, Icon: IconReceipt },
  { name: "Products", key: "p", to: productListPath, isIn: /^\/admin\/product/, Icon: IconBox },
  { name: "Brands", key: "b", to: brandListPath, isIn: /^\/admin\/brand/, Icon: IconTag },
  { name: "Categories", key: "c", to: categoryListPath, isIn: /^\/admin\/category/, Icon: IconCategory },
  { name: "Users", key: "u", to: userListPath, isIn: /^\/admin\/user/, Icon: IconUsers },
  { name: "Audit", key: "a", to: auditPath, isIn: /^\/admin\/audit/, Icon: IconHistory },
];

/** The ways through the admin, in the header of every screen that an administrator sees. */
export function AdminNav() {
  const { pathname } = useLocation();
  const list = useRef<HTMLUListElement>(null);
  const current = rooms.find((room) => room.isIn.test(pathname))?.name;

  useEffect(() => {
    // On phones the row is longer than the screen: where one is must be in sight.
    if (current === undefined) return;
    list.current?.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest", inline: "center" });
  }, [current]);

  return (
    <nav className={classes.nav} aria-label="Administration">
      <ul ref={list} className={classes.rooms}>
        {rooms.map(({ name, to, Icon }) => (
          <li key={name}>
            <PrefetchLink to={to} className={classes.room} {...(name === current ? { "aria-current": "page" } : {})}>
              <Icon className={classes.icon} size={18} aria-hidden="true" />
              {name}
            </PrefetchLink>
          </li>
        ))}
      </ul>
      <Shortcuts places={rooms} />
    </nav>
  );
}
