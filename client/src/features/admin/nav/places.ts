import { pages } from "@shop/shared/page/pages";
import {
  IconBox,
  IconBuildingStore,
  IconCategory,
  IconFileText,
  IconFolders,
  IconHistory,
  IconHome,
  IconMail,
  IconMessage,
  IconPlugConnected,
  IconReceipt,
  IconReceiptRefund,
  IconSearch,
  IconSettings,
  IconStar,
  IconTag,
  IconUpload,
  IconUsers,
} from "@tabler/icons-react";
import {
  auditPath,
  brandListPath,
  categoryListPath,
  collectionListPath,
  homePath,
  importListPath,
  infoPageListPath,
  mailListPath,
  orderListPath,
  productListPath,
  searchSettingsPath,
  userListPath,
} from "../../../lib/paths.ts";

/** A screen of the navigation: `isIn` fits the paths that belong to it, and `key` opens it after `g`. */
export type Place = {
  name: string;
  to: string;
  Icon: typeof IconHome;
  isIn: RegExp;
  key?: string;
  /** Which number of waiting orders is shown beside it. */
  counts?: "orders" | "messages";
};

export type PlaceGroup = { name: string; places: readonly Place[] };

const never = /^$/;

/** The screens of the admin, in groups. */
export const placeGroups: readonly PlaceGroup[] = [
  { name: "", places: [{ name: "Home", key: "h", to: homePath, Icon: IconHome, isIn: /^\/$/ }] },
  {
    name: "Orders",
    places: [
      {
        name: "Orders",
        key: "o",
        to: orderListPath,
        Icon: IconReceipt,
        isIn: /^\/(admin\/(orderlist|earlier-orders)|order\/|earlier-order\/)/,
        counts: "orders",
      },
      { name: "Withdrawals", to: pages.withdrawalList.path, Icon: IconReceiptRefund, isIn: /^\/admin\/withdrawals/ },
      {
        name: "Messages",
        to: `${orderListPath}?state=messages`,
        Icon: IconMessage,
        isIn: never,
        counts: "messages",
      },
    ],
  },
  {
    name: "Products",
    places: [
      { name: "Products", key: "p", to: productListPath, Icon: IconBox, isIn: /^\/admin\/product/ },
      { name: "Collections", key: "l", to: collectionListPath, Icon: IconFolders, isIn: /^\/admin\/collection/ },
      { name: "Categories", key: "c", to: categoryListPath, Icon: IconCategory, isIn: /^\/admin\/category/ },
      { name: "Brands", key: "b", to: brandListPath, Icon: IconTag, isIn: /^\/admin\/brand/ },
      { name: "Reviews", key: "r", to: pages.reviewList.path, Icon: IconStar, isIn: /^\/admin\/reviews/ },
      { name: "Import", key: "i", to: importListPath, Icon: IconUpload, isIn: /^\/admin\/import/ },
    ],
  },
  {
    name: "Customers",
    places: [{ name: "Users", key: "u", to: userListPath, Icon: IconUsers, isIn: /^\/admin\/user/ }],
  },
  {
    name: "Content",
    places: [
      { name: "Pages", key: "w", to: infoPageListPath, Icon: IconFileText, isIn: /^\/admin\/pages/ },
      { name: "Mails", key: "m", to: mailListPath, Icon: IconMail, isIn: /^\/admin\/mails/ },
    ],
  },
  {
    name: "Insights",
    places: [
      { name: "Search", key: "s", to: searchSettingsPath, Icon: IconSearch, isIn: /^\/admin\/search/ },
      { name: "Audit", key: "a", to: auditPath, Icon: IconHistory, isIn: /^\/admin\/audit/ },
    ],
  },
  {
    name: "Settings",
    places: [
      {
        name: "Settings",
        key: "t",
        to: pages.settings.path,
        Icon: IconSettings,
        isIn: /^\/admin\/(settings|selling)/,
      },
      {
        name: "Apps",
        key: "k",
        to: pages.apiKeys.path,
        Icon: IconPlugConnected,
        isIn: /^\/admin\/(api-keys|webhooks)/,
      },
      { name: "View the shop", to: pages.products.path, Icon: IconBuildingStore, isIn: never },
    ],
  },
];

export const places: readonly Place[] = placeGroups.flatMap((group) => group.places);

/** Those that a key opens. */
export const placesWithKeys = places.flatMap(({ name, to, key }) => (key === undefined ? [] : [{ name, to, key }]));
