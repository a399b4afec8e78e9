import "@mantine/spotlight/styles.layer.css";
import { useDebouncedValue } from "@mantine/hooks";
import { Spotlight } from "@mantine/spotlight";
import { pages, pathOf } from "@shop/shared/page/pages";
import { settingFacts, settingSections } from "@shop/shared/settings/setting-facts";
import { IconSearch } from "@tabler/icons-react";
import { useState } from "react";
import { useNavigate } from "react-router-dom";
import { customerPath, editPath, importListPath, orderPath } from "../../../lib/paths.ts";
import { cachedBriefly } from "../../../lib/query-client.ts";
import { trpc } from "../../../lib/trpc.ts";
import classes from "./palette.module.css";
import { places } from "./places.ts";

type Entry = { label: string; help: string; to: string };
type EntryGroup = { name: string; entries: Entry[] };

/** How long a pause in typing is before the server is asked, in milliseconds; and how many records of a kind are shown. */
const pauseMs = 200;
const recordsMax = 5;
const entriesMax = 6;

const sectionPath = (section: string) =>
  section === "shop" ? pages.settings.path : pathOf("settingsSection", { section });

/** What is known without asking: screens, settings and acts. */
const known: readonly EntryGroup[] = [
  { name: "Screens", entries: places.map(({ name, to }) => ({ label: name, help: "", to })) },
  {
    name: "Settings",
    entries: [
      { label: "Currency and tax", help: "Settings", to: pages.termsOfSale.path },
      { label: "Delivery zones and methods", help: "Settings", to: pages.deliveryTerms.path },
      { label: "Tax report", help: "Settings", to: pages.taxReport.path },
      ...Object.values(settingFacts).map(({ label, section }) => ({
        label,
        help: settingSections[section],
        to: sectionPath(section),
      })),
    ],
  },
  {
    name: "Acts",
    entries: [
      { label: "Import products, customers or orders", help: "", to: importListPath },
      { label: "Make an API key", help: "", to: pages.apiKeys.path },
      { label: "Add a synonym", help: "", to: pages.synonyms.path },
      { label: "Write a page", help: "", to: pages.infoPageList.path },
    ],
  },
];

/** Finds any screen, setting, order, product and customer by a few letters, and opens it. */
export function Palette({ onClose }: { onClose: () => void }) {
  const [text, setText] = useState("");
  const navigate = useNavigate();
  const [wanted] = useDebouncedValue(text.trim(), pauseMs);
  const records = useRecords(wanted);
  const groups = [...known.map((group) => narrow(group, text.trim())), ...(text.trim() === "" ? [] : records.groups)];
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
  const isOn = { ...cachedBriefly, enabled: search.length >= 2 };
  const input = { search, pageSize: 10, pageNumber: 1 };
  const orders = trpc.admin.orders.page.useQuery(input, isOn);
  const products = trpc.admin.products.page.useQuery(input, isOn);
  const users = trpc.admin.users.page.useQuery(input, isOn);
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
