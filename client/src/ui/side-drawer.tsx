import "./mantine-styles.ts";
import { Drawer, type DrawerProps } from "@mantine/core";

/** Mantine's drawer as the shop uses it: at once, with a button to close it that is large enough for a finger. */
export function SideDrawer(props: DrawerProps) {
  return (
    <Drawer
      transitionProps={{ duration: 0 }}
      overlayProps={{ color: "#03060e", backgroundOpacity: 0.72 }}
      closeButtonProps={{ "aria-label": "Close", size: 44, iconSize: 22 }}
      // A <header> in a <section> with a role counts as a second banner of the page.
      attributes={{ header: { role: "presentation" } }}
      {...props}
    />
  );
}
