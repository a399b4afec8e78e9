import { IconBox, IconCategory, IconReceipt, IconTag, IconUsers } from "@tabler/icons-react";
import { brandListPath, categoryListPath, orderListPath, productListPath, userListPath } from "../../../lib/paths.ts";
import { PrefetchLink } from "../../../ui/prefetch-link.tsx";
import classes from "./sections.module.css";

const sections = [
  { name: "Orders", to: orderListPath, Icon: IconReceipt },
  { name: "Products", to: productListPath, Icon: IconBox },
  { name: "Brands", to: brandListPath, Icon: IconTag },
  { name: "Categories", to: categoryListPath, Icon: IconCategory },
  { name: "Users", to: userListPath, Icon: IconUsers },
];

/** The ways to everything that administrators edit. */
export function Sections() {
  return (
    <nav aria-label="Sections">
      <ul className={classes.sections}>
        {sections.map(({ name, to, Icon }) => (
          <li key={to}>
            <PrefetchLink to={to} className={classes.section}>
              <Icon className={classes.icon} size={18} aria-hidden="true" />
              {name}
            </PrefetchLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}
