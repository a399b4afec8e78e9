import { Button, Group } from "@mantine/core";
import { pages } from "@shop/shared/page/pages";
import { PrefetchLink } from "../../../ui/prefetch-link.tsx";

const lists = [pages.apiKeys, pages.webhookList];

/** The links between what connects other programs with the shop. */
export function ConnectionsNav({ path }: { path: string }) {
  return (
    <nav aria-label="Apps">
      <Group component="ul" gap="xs" m={0} p={0} style={{ listStyle: "none" }}>
        {lists.map((page) => (
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
