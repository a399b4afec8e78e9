import type { Permission } from "@shop/shared/account/permissions";
import { pages } from "@shop/shared/page/pages";
import {
  IconArticle,
  IconBox,
  IconBuildingStore,
  IconCategory,
  IconChartBar,
  IconDiscount,
  IconFileText,
  IconFolders,
  IconGift,
  IconHistory,
  IconHome,
  IconLayoutList,
  IconMail,
  IconMenu2,
  IconMessage,
  IconMessageQuestion,
  IconPlugConnected,
  IconReceipt,
  IconReceiptRefund,
  IconSearch,
  IconSettings,
  IconStar,
  IconTag,
  IconUpload,
  IconUsers,
  IconUsersGroup,
} from "@tabler/icons-react";
import {
  auditPath,
  brandListPath,
  categoryListPath,
  collectionListPath,
  discountListPath,
  importListPath,
  infoPageListPath,
  mailListPath,
  orderListPath,
  productListPath,
  searchSettingsPath,
  userListPath,
} from "../../../lib/admin-paths.ts";
import { homePath } from "../../../lib/paths.ts";

/** A screen of the navigation: `isIn` fits the paths that belong to it, and `key` opens it after `g`. */
export type Place = {
  name: string;
  to: string;
  Icon: typeof IconHome;
  isIn: RegExp;
  key?: string;
  /** What a role must permit for the screen to be of use. */
  needs?: Permission;
  /** What a role must not permit, because it then has another way to the screen. */
  unless?: Permission;
  /** Which number of waiting orders or questions is shown beside it. */
  counts?: "orders" | "messages" | "questions";
};

export type PlaceGroup = { name: string; places: readonly Place[] };

const never = /^$/;

/** The screens of the admin, in groups. */
export const placeGroups: readonly PlaceGroup[] = [
  {
    name: "",
    places: [
      { name: "Home", key: "h", to: homePath, Icon: IconHome, isIn: /^\/$/ },
      {
        name: "Reports",
        needs: "insights.read",
        to: pages.salesReport.path,
        Icon: IconChartBar,
        isIn: /^\/admin\/reports/,
      },
    ],
  },
  {
    name: "Orders",
    places: [
      {
        name: "Orders",
        needs: "orders.read",
        key: "o",
        to: orderListPath,
        Icon: IconReceipt,
        isIn: /^\/(admin\/(orderlist|earlier-orders)|order\/|earlier-order\/)/,
        counts: "orders",
      },
      {
        name: "Withdrawals",
        needs: "orders.read",
        to: pages.withdrawalList.path,
        Icon: IconReceiptRefund,
        isIn: /^\/admin\/withdrawals/,
      },
      {
        name: "Gift Cards",
        needs: "orders.read",
        to: pages.giftCardList.path,
        Icon: IconGift,
        isIn: /^\/admin\/gift-cards/,
      },
      {
        name: "Messages",
        needs: "orders.read",
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
      {
        name: "Products",
        needs: "products.read",
        key: "p",
        to: productListPath,
        Icon: IconBox,
        isIn: /^\/admin\/product/,
      },
      {
        name: "Collections",
        needs: "products.read",
        key: "l",
        to: collectionListPath,
        Icon: IconFolders,
        isIn: /^\/admin\/collection/,
      },
      {
        name: "Discounts",
        needs: "products.read",
        key: "d",
        to: discountListPath,
        Icon: IconDiscount,
        isIn: /^\/admin\/discount/,
      },
      {
        name: "Categories",
        needs: "products.read",
        key: "c",
        to: categoryListPath,
        Icon: IconCategory,
        isIn: /^\/admin\/category/,
      },
      { name: "Brands", needs: "products.read", key: "b", to: brandListPath, Icon: IconTag, isIn: /^\/admin\/brand/ },
      {
        name: "Reviews",
        needs: "reviews.write",
        key: "r",
        to: pages.reviewList.path,
        Icon: IconStar,
        isIn: /^\/admin\/reviews/,
      },
      {
        name: "Questions",
        needs: "reviews.write",
        to: pages.questionList.path,
        Icon: IconMessageQuestion,
        isIn: /^\/admin\/questions/,
        counts: "questions",
      },
      {
        name: "Import",
        needs: "imports.write",
        key: "i",
        to: importListPath,
        Icon: IconUpload,
        isIn: /^\/admin\/import/,
      },
    ],
  },
  {
    name: "Customers",
    places: [
      { name: "Users", needs: "customers.read", key: "u", to: userListPath, Icon: IconUsers, isIn: /^\/admin\/user/ },
    ],
  },
  {
    name: "Content",
    places: [
      {
        name: "Home page",
        needs: "content.write",
        key: "e",
        to: pages.homeLayoutList.path,
        Icon: IconLayoutList,
        isIn: /^\/admin\/home/,
      },
      {
        name: "Pages",
        needs: "content.write",
        key: "w",
        to: infoPageListPath,
        Icon: IconFileText,
        isIn: /^\/admin\/pages/,
      },
      {
        name: "Journal",
        needs: "content.write",
        key: "j",
        to: pages.articleList.path,
        Icon: IconArticle,
        isIn: /^\/admin\/journal/,
      },
      { name: "Menus", needs: "content.write", to: pages.menus.path, Icon: IconMenu2, isIn: /^\/admin\/menus/ },
      { name: "Mails", needs: "messages.write", key: "m", to: mailListPath, Icon: IconMail, isIn: /^\/admin\/mails/ },
      {
        name: "Words of mails",
        needs: "content.write",
        unless: "messages.write",
        to: pages.mailTexts.path,
        Icon: IconMail,
        isIn: /^\/admin\/mails/,
      },
    ],
  },
  {
    name: "Insights",
    places: [
      {
        name: "Search",
        needs: "products.read",
        key: "s",
        to: searchSettingsPath,
        Icon: IconSearch,
        isIn: /^\/admin\/search/,
      },
      { name: "Audit", needs: "audit.read", key: "a", to: auditPath, Icon: IconHistory, isIn: /^\/admin\/audit/ },
    ],
  },
  {
    name: "Settings",
    places: [
      {
        name: "Settings",
        needs: "settings.write",
        key: "t",
        to: pages.settings.path,
        Icon: IconSettings,
        isIn: /^\/admin\/(settings|selling)/,
      },
      { name: "Staff", needs: "staff.write", to: pages.staff.path, Icon: IconUsersGroup, isIn: /^\/admin\/staff/ },
      {
        name: "Apps",
        needs: "apps.write",
        key: "k",
        to: pages.apiKeys.path,
        Icon: IconPlugConnected,
        isIn: /^\/admin\/(api-keys|webhooks)/,
      },
      { name: "View the shop", to: pages.products.path, Icon: IconBuildingStore, isIn: never },
    ],
  },
];

/** Those that a key opens. */
export const withKeys = (groups: readonly PlaceGroup[]) =>
  groups
    .flatMap((group) => group.places)
    .flatMap(({ name, to, key }) => (key === undefined ? [] : [{ name, to, key }]));
