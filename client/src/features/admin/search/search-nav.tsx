import { Button, Group } from "@mantine/core";
import { pages } from "@shop/shared/page/pages";
import { PrefetchLink } from "../../../ui/prefetch-link.tsx";

const lists = [
  { label: "No results", page: pages.emptySearches },
  { label: pages.synonyms.title, page: pages.synonyms },
  { label: pages.redirects.title, page: pages.redirects },
  { label: pages.oldAddresses.title, page: pages.oldAddresses },
];

/** The links between the lists of the search. */
export function SearchNav({ path }: { path: string }) {
  return (
    <nav aria-label="Search settings">
      <Group component="ul" gap="xs" m={0} p={0} style={{ listStyle: "none" }}>
        {lists.map(({ label, page }) => (
          <li key={page.path}>
            <Button
              component={PrefetchLink}
              to={page.path}
              px="sm"
              variant={page.path === path ? "light" : "default"}
              {...(page.path === path && { "aria-current": "page" })}
            >
              {label}
            </Button>
          </li>
        ))}
      </Group>
    </nav>
  );
}
