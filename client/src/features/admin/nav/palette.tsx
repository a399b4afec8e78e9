import "@mantine/spotlight/styles.layer.css";
import { useDebouncedValue } from "@mantine/hooks";
import { Spotlight } from "@mantine/spotlight";
import type { Permission } from "@shop/shared/account/permissions";
import { pages, pathOf } from "@shop/shared/page/pages";
import { settingFacts, settingSections } from "@shop/shared/settings/setting-facts";
import { IconSearch } from "@tabler/icons-react";
import { useState } from "react";
import { useNavigate } from "react-router-dom";
import { customerPath, editPath, importListPath } from "../../../lib/admin-paths.ts";
import { orderPath } from "../../../lib/paths.ts";
import { cachedBriefly } from "../../../lib/query-client.ts";
import { trpc } from "../../../lib/trpc.ts";
import { usePermissions } from "../parts/use-permissions.ts";
import classes from "./palette.module.css";
import { usePlaces } from "./use-places.ts";

type Entry = { label: string; help: string; to: string; needs?: Permission };
type EntryGroup = { name: string; entries: Entry[] };

/** How long a pause in typing is before the server is asked, in milliseconds; and how many records of a kind are shown. */
const pauseMs = 200;
const recordsMax = 5;
const entriesMax = 6;

const sectionPath = (section: string) =>
  section === "shop" ? pages.settings.path : pathOf("settingsSection", { section });

/** What is known without asking besides the screens: settings and acts. */
const known: readonly EntryGroup[] = [
  {
    name: "Settings",
    entries: [
      { label: "Currency and tax", help: "Settings", to: pages.termsOfSale.path, needs: "settings.write" },
      { label: "Delivery zones and methods", help: "Settings", to: pages.deliveryTerms.path, needs: "settings.write" },
      { label: "Tax report", help: "Settings", to: pages.taxReport.path, needs: "insights.read" },
      ...Object.values(settingFacts).map(({ label, section }) => ({
        label,
        help: settingSections[section],
        to: sectionPath(section),
        needs: "settings.write" as const,
      })),
    ],
  },
  {
    name: "Acts",
    entries: [
      { label: "Import products, customers or orders", help: "", to: importListPath, needs: "imports.write" },
      { label: "Make an API key", help: "", to: pages.apiKeys.path, needs: "apps.write" },
      { label: "Add a synonym", help: "", to: pages.synonyms.path, needs: "products.write" },
      { label: "Arrange Home", help: "", to: pages.homeLayoutList.path, needs: "content.write" },
      { label: "Write an article", help: "", to: pages.articleList.path, needs: "content.write" },
      { label: "Write a page", help: "", to: pages.infoPageList.path, needs: "content.write" },
      { label: "Invite somebody to the staff", help: "", to: pages.staff.path, needs: "staff.write" },
    ],
  },
];

/** Finds any screen, setting, order, product and customer by a few letters, and opens it. */
export function Palette({ onClose }: { onClose: () => void }) {
  const [text, setText] = useState("");
  const navigate = useNavigate();
  const [wanted] = useDebouncedValue(text.trim(), pauseMs);
  const records = useRecords(wanted);
  const may = usePermissions();
  const screens = usePlaces().flatMap(({ places }) => places.map(({ name, to }) => ({ label: name, help: "", to })));
  const permitted = known.map(({ name, entries }) => ({
    name,
    entries: entries.filter(({ needs }) => needs === undefined || may(needs)),
  }));
  const groups = [
    ...[{ name: "Screens", entries: screens }, ...permitted].map((group) => narrow(group, text.trim())),
    ...(text.trim() === "" ? [] : records.groups),
  ];
  const shown = groups.filter(({ entries }) => entries.length > 0);
  return (
    <Spotlight.Root
      forceOpened
      query={text}
      onQueryChange={setText}
      onSpotlightClose={onClose}
      shortcut={null}
      scrollable
      attributes={{ content: { "aria-label": "Find anything" } }}
    >
      <Spotlight.Search
        placeholder="Orders, products, customers, settings…"
        aria-label="Find anything"
        leftSection={<IconSearch size={20} aria-hidden="true" />}
      />
      <Spotlight.ActionsList>
        {shown.map(({ name, entries }) => (
          <Spotlight.ActionsGroup key={name} label={name}>
            {entries.map(({ label, help, to }) => (
              <Spotlight.Action
                key={`${label} ${to}`}
                classNames={{ action: classes.action ?? "", actionDescription: classes.help ?? "" }}
                label={label}
                {...(help !== "" && { description: help })}
                onClick={() => {
                  onClose();
                  void navigate(to);
                }}
              />
            ))}
          </Spotlight.ActionsGroup>
        ))}
        {shown.length === 0 && (
          <Spotlight.Empty>{records.isAsking ? "Looking…" : "Nothing found. Try another word."}</Spotlight.Empty>
        )}
      </Spotlight.ActionsList>
    </Spotlight.Root>
  );
}

function narrow({ name, entries }: EntryGroup, text: string): EntryGroup {
  const words = text.toLowerCase().split(/\s+/);
  const fitting = entries.filter(({ label, help }) => {
    const all = `${label} ${help}`.toLowerCase();
    return words.every((word) => all.includes(word));
  });
  return { name, entries: text === "" && name !== "Screens" ? [] : fitting.slice(0, text === "" ? 20 : entriesMax) };
}

/** The orders, products and customers that fit, from the same lists as their screens. */
function useRecords(search: string): { groups: EntryGroup[]; isAsking: boolean } {
  const may = usePermissions();
  const askFor = (permission: Permission) => ({ ...cachedBriefly, enabled: search.length >= 2 && may(permission) });
  const input = { search, pageSize: 10, pageNumber: 1 };
  const orders = trpc.admin.orders.page.useQuery(input, askFor("orders.read"));
  const products = trpc.admin.products.page.useQuery(input, askFor("products.read"));
  const users = trpc.admin.users.page.useQuery(input, askFor("customers.read"));
  const groups = [
    {
      name: "Orders",
      entries: (orders.data?.rows ?? []).map(({ _id, user }) => ({
        label: `Order ${_id.slice(-5)}`,
        help: user.name,
        to: orderPath(_id),
      })),
    },
    {
      name: "Products",
      entries: (products.data?.rows ?? []).map(({ _id, name }) => ({
        label: name,
        help: "",
        to: editPath("product", _id),
      })),
    },
    {
      name: "Customers",
      entries: (users.data?.rows ?? []).map(({ _id, name, email }) => ({
        label: name,
        help: email,
        to: customerPath(_id),
      })),
    },
  ];
  return {
    groups: groups.map(({ name, entries }) => ({ name, entries: entries.slice(0, recordsMax) })),
    isAsking: orders.isFetching || products.isFetching || users.isFetching,
  };
}
