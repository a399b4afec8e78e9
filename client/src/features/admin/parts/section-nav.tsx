import { Button, Group } from "@mantine/core";
import { PrefetchLink } from "../../../ui/prefetch-link.tsx";

type SectionNavProps = {
  /** The name of the section. */
  label: string;
  screens: readonly { title: string; path: string }[];
  /** The path of the current screen. */
  path: string;
};

/** The links between the screens of a section. */
export function SectionNav({ label, screens, path }: SectionNavProps) {
  return (
    <nav aria-label={label}>
      <Group component="ul" gap="xs" m={0} p={0} style={{ listStyle: "none" }}>
        {screens.map((screen) => (
          <li key={screen.path}>
            <Button
              component={PrefetchLink}
              to={screen.path}
              px="sm"
              variant={screen.path === path ? "light" : "default"}
              {...(screen.path === path && { "aria-current": "page" })}
            >
              {screen.title}
            </Button>
          </li>
        ))}
      </Group>
    </nav>
  );
}
