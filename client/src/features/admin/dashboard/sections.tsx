import { Button, Flex } from "@mantine/core";
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

/** Links to the lists of the admin. */
export function Sections() {
  return (
    <nav aria-label="Sections">
      <Flex component="ul" wrap="wrap" gap="xs">
        {sections.map(({ name, to, Icon }) => (
          <li key={to}>
            <Button
              component={PrefetchLink}
              to={to}
              variant="outline"
              color="gray"
              c="var(--shop-text)"
              bd="1px solid var(--shop-panel-edge)"
              fw={400}
              leftSection={<Icon size={18} aria-hidden="true" />}
              px="sm"
              classNames={{ section: classes.icon ?? "" }}
            >
              {name}
            </Button>
          </li>
        ))}
      </Flex>
    </nav>
  );
}
