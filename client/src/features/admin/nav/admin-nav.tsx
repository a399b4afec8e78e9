import { ActionIcon, Button, Group } from "@mantine/core";
import { useDisclosure, useHotkeys } from "@mantine/hooks";
import { IconMenu2, IconSearch } from "@tabler/icons-react";
import { useEffect } from "react";
import { useLocation } from "react-router-dom";
import { lazyPart } from "../../../lib/lazy-part.tsx";
import { SideDrawer } from "../../../ui/side-drawer.tsx";
import classes from "./admin-nav.module.css";
import { PlaceLinks } from "./place-links.tsx";
import { withKeys } from "./places.ts";
import { Shortcuts } from "./shortcuts.tsx";
import { usePlaces } from "./use-places.ts";

/** Lazy, because most visits of a screen do without it. */
const Palette = lazyPart("palette", () => import("./palette.tsx").then((palette) => palette.Palette), {
  failed: NoPalette,
});

function NoPalette() {
  return null;
}

/**
 * The navigation of the admin, beside every screen that an administrator sees: with names on wide screens, with icons
 * alone on tablets, and in a drawer on phones.
 */
export function AdminNav() {
  const { pathname } = useLocation();
  const groups = usePlaces();
  const [isDrawerOpen, drawer] = useDisclosure();
  const [isPaletteOpen, palette] = useDisclosure();
  const current = groups.flatMap(({ places }) => places).find(({ isIn }) => isIn.test(pathname))?.name ?? "";
  useHotkeys([["mod+K", palette.open]], []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the drawer closes when another screen opens
  useEffect(drawer.close, [pathname]);
  return (
    <>
      <div className={classes.bar}>
        <Button variant="default" leftSection={<IconMenu2 size={20} aria-hidden="true" />} onClick={drawer.open}>
          Menu
        </Button>
        <ActionIcon variant="default" size={44} aria-label="Find anything" onClick={palette.open}>
          <IconSearch size={20} aria-hidden="true" />
        </ActionIcon>
      </div>
      <nav className={classes.side} aria-label="Administration">
        <Button
          className={classes.find ?? ""}
          variant="default"
          aria-keyshortcuts="Control+K Meta+K"
          onClick={palette.open}
        >
          <IconSearch size={20} aria-hidden="true" />
          <span className={classes.name}>Find anything</span>
          <span className={`${classes.name} ${classes.keys}`} aria-hidden="true">
            Ctrl K
          </span>
        </Button>
        <PlaceLinks current={current} />
        <Group justify="center">
          <Shortcuts places={withKeys(groups)} />
        </Group>
      </nav>
      <SideDrawer opened={isDrawerOpen} onClose={drawer.close} title="Menu" size="18rem">
        <nav aria-label="Administration">
          <PlaceLinks current={current} hasNames />
        </nav>
      </SideDrawer>
      {isPaletteOpen && <Palette onClose={palette.close} />}
    </>
  );
}
