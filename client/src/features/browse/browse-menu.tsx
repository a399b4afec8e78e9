import { useState } from "react";
import { SideDrawer } from "../../ui/side-drawer.tsx";
import classes from "./browse-menu.module.css";
import { TermLists } from "./term-lists.tsx";

/** `hasFollowed`: whether a link of the menu was followed, so that the focus belongs to the new page. */
type BrowseMenuProps = { onClose: (hasFollowed: boolean) => void };

/** The categories and brands: a panel below the header, on phones a drawer. */
export function BrowseMenu({ onClose }: BrowseMenuProps) {
  const [isPhone] = useState(() => !window.matchMedia("(min-width: 48em)").matches);
  const [top] = useState(() => document.querySelector("header")?.getBoundingClientRect().bottom ?? 0);
  return (
    <SideDrawer
      opened
      onClose={() => onClose(false)}
      title="Shop"
      position={isPhone ? "left" : "top"}
      size={isPhone ? "min(22rem, 88vw)" : "auto"}
      returnFocus={false}
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
    </SideDrawer>
  );
}
