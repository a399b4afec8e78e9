// Every page shows these, so this module must not import zod.

/** A link of an owner's menu: to a path of the shop, or to another site. */
export type MenuLink = { label: string; to: string };

/** A column of links at the end of every page. */
export type MenuColumn = { title: string; links: MenuLink[] };

/** The owner's links in the header, and columns in the footer beside the specified ones; absent where there are none. */
export type Menus = { headerMenu?: MenuLink[]; footerMenu?: MenuColumn[] };

export const headerLinksMax = 8;
export const footerColumnsMax = 3;
export const columnLinksMax = 12;

/** The menus as pages carry them: without what is empty. */
export function shownMenus({ headerMenu, footerMenu }: Required<Menus>): Menus {
  return { ...(headerMenu.length > 0 && { headerMenu }), ...(footerMenu.length > 0 && { footerMenu }) };
}
