import "../../ui/mantine-styles.ts";
import { Drawer } from "@mantine/core";
import { useState } from "react";
import classes from "./browse-menu.module.css";
import { TermLists } from "./term-lists.tsx";

/** `hasFollowed`: whether a link of the menu was followed, so that the focus belongs to the new page. */
type BrowseMenuProps = { onClose: (hasFollowed: boolean) => void };

/** The categories and brands: a panel below the header, on phones a drawer. */
export function BrowseMenu({ onClose }: BrowseMenuProps) {
  const [isPhone] = useState(() => !window.matchMedia("(min-width: 48em)").matches);
  const [top] = useState(() => document.querySelector("header")?.getBoundingClientRect().bottom ?? 0);
  return (
    <Drawer
      opened
      onClose={() => onClose(false)}
      title="Shop"
      position={isPhone ? "left" : "top"}
      size={isPhone ? "min(22rem, 88vw)" : "auto"}
      transitionProps={{ duration: 0 }}
      returnFocus={false}
      overlayProps={{ color: "#03060e", backgroundOpacity: 0.72 }}
      closeButtonProps={{ "aria-label": "Close", size: 44, iconSize: 22 }}
      // A <header> in a <section> with a role counts as a second banner of the page.
      attributes={{ header: { role: "presentation" } }}
      classNames={{
        root: classes.root ?? "",
        inner: classes.inner ?? "",
        overlay: classes.overlay ?? "",
        content: classes.content ?? "",
        header: classes.header ?? "",
        title: classes.title ?? "",
      }}
      __vars={{ "--menu-top": isPhone ? "0px" : `${Math.max(0, top)}px` }}
    >
      <TermLists onFollow={() => onClose(true)} />
    </Drawer>
  );
}
