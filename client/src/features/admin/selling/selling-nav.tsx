import { Button, Group } from "@mantine/core";
import { pages } from "@shop/shared/page/pages";
import { PrefetchLink } from "../../../ui/prefetch-link.tsx";

const screens = [pages.termsOfSale, pages.deliveryTerms, pages.taxReport];

/** The links between the screens about how the shop sells. */
export function SellingNav({ path }: { path: string }) {
  return (
    <nav aria-label="Selling">
      <Group component="ul" gap="xs" m={0} p={0} style={{ listStyle: "none" }}>
        {screens.map((page) => (
          <li key={page.path}>
            <Button
              component={PrefetchLink}
              to={page.path}
              px="sm"
              variant={page.path === path ? "light" : "default"}
              {...(page.path === path && { "aria-current": "page" })}
            >
              {page.title}
            </Button>
          </li>
        ))}
      </Group>
    </nav>
  );
}
