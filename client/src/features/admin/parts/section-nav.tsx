import "../../../ui/mantine-styles.ts";
import { Button, Flex } from "@mantine/core";
import { useEffect, useRef } from "react";
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
  const nav = useRef<HTMLElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the current link changes with the path
  useEffect(() => {
    nav.current?.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest", inline: "center" });
  }, [path]);
  return (
    <nav ref={nav} aria-label={label}>
      <Flex
        component="ul"
        gap="xs"
        // On phones one row that scrolls, so that the screen begins below it. The padding has room for the focus ring.
        m={-4}
        p={4}
        wrap={{ base: "nowrap", sm: "wrap" }}
        style={{ listStyle: "none", overflowX: "auto", scrollbarWidth: "none" }}
      >
        {screens.map((screen) => (
          <li key={screen.path}>
            <Button
              component={PrefetchLink}
              to={screen.path}
              px="sm"
              flex="none"
              variant={screen.path === path ? "light" : "default"}
              {...(screen.path === path && { "aria-current": "page" })}
            >
              {screen.title}
            </Button>
          </li>
        ))}
      </Flex>
    </nav>
  );
}
