import type { ScreenName } from "@shop/shared/page/pages";
import type { ComponentType } from "react";
import { type LazyScreen, lazyScreen } from "../lib/lazy-part.tsx";
import { MissingScreen } from "./shell/missing-screen.tsx";
import { ScreenSkeleton } from "./shell/screen-skeleton.tsx";

/** The files of screens, each of which exports its component alone. */
const files = import.meta.glob<Record<string, ComponentType>>([
  "./pages/**/*-page.tsx",
  // Part of the first download.
  "!./pages/{home-page,not-found-page}.tsx",
]);
const looks = { loading: ScreenSkeleton, failed: MissingScreen };

const screens = new Map(
  Object.entries(files).map(([path, load]): [name: string, screen: LazyScreen] => {
    const name = path.slice("./pages/".length, -".tsx".length);
    const loadComponent = async () => {
      const [Component] = Object.values(await load());
      if (Component === undefined) throw new Error(`${path} exports no component`);
      return Component;
    };
    return [name, lazyScreen(name.slice(name.lastIndexOf("/") + 1), loadComponent, looks)];
  }),
);

/** A screen of the manifest that loads when it is first needed: each but Home. */
export function screenOf(name: Exclude<ScreenName, "home-page">): LazyScreen {
  const screen = screens.get(name);
  if (screen === undefined) throw new Error(`There is no file of the screen ${name}`);
  return screen;
}
