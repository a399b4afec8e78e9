import type { MenuColumn, MenuLink } from "@shop/shared/page/menu";
import type { MenusDetail } from "@shop/shared/settings/settings";

/** A link or a column while it is edited: with an id, because names can be the same. */
export type DraftLink = MenuLink & { _id: string; name: string };
export type DraftColumn = { _id: string; title: string; links: DraftLink[] };
export type Draft = { header: DraftLink[]; columns: DraftColumn[] };

export function toDraftLink(link: MenuLink): DraftLink {
  return { ...link, _id: crypto.randomUUID(), name: link.label };
}

function toDraftColumn({ title, links }: MenuColumn): DraftColumn {
  return { _id: crypto.randomUUID(), title, links: links.map(toDraftLink) };
}

export function toDraft({ headerMenu, footerMenu }: MenusDetail): Draft {
  return { header: headerMenu.map(toDraftLink), columns: footerMenu.map(toDraftColumn) };
}

const toLinks = (links: readonly DraftLink[]): MenuLink[] => links.map(({ label, to }) => ({ label, to }));

export function toMenus({ header, columns }: Draft): Pick<MenusDetail, "headerMenu" | "footerMenu"> {
  return {
    headerMenu: toLinks(header),
    footerMenu: columns.map(({ title, links }) => ({ title, links: toLinks(links) })),
  };
}

/** The items with one in place of the one with its id, or at the end. */
export function withItem<Item extends { _id: string }>(items: readonly Item[], item: Item): Item[] {
  const place = items.findIndex(({ _id }) => _id === item._id);
  return place === -1 ? [...items, item] : items.with(place, item);
}
