import { Anchor, Group, Text } from "@mantine/core";
import { pages, pathOf } from "@shop/shared/page/pages";
import { userListPath } from "../../../lib/admin-paths.ts";
import { PrefetchLink } from "../../../ui/prefetch-link.tsx";

type Related = { label: string; to: string };

const waysToPay: Related = { label: "Ways to pay", to: pathOf("settingsSection", { section: "methods" }) };
const doubtful: Related = { label: "Doubtful payments", to: pathOf("settingsSection", { section: "risk" }) };

const related: Record<string, readonly Related[] | undefined> = {
  shop: [{ label: "Legal and other pages", to: pages.infoPageList.path }],
  address: [{ label: "Currency and tax", to: pages.termsOfSale.path }],
  delivery: [{ label: "Zones, methods and prices", to: pages.deliveryTerms.path }],
  checkout: [
    { label: "Currency and tax", to: pages.termsOfSale.path },
    { label: "Delivery methods", to: pages.deliveryTerms.path },
  ],
  methods: [
    { label: "PayPal and cards", to: pathOf("settingsSection", { section: "payments" }) },
    { label: "Stripe", to: pathOf("settingsSection", { section: "stripe" }) },
    { label: "Payment on delivery, by delivery method", to: pages.deliveryTerms.path },
    doubtful,
  ],
  stripe: [waysToPay, doubtful],
  payments: [waysToPay, doubtful],
  risk: [waysToPay],
  returns: [{ label: "The page about returns", to: pages.infoPageList.path }],
  search: [
    { label: "Synonyms", to: pages.synonyms.path },
    { label: "Redirects", to: pages.redirects.path },
  ],
  staff: [
    { label: "Users", to: userListPath },
    { label: "API keys", to: pages.apiKeys.path },
    { label: "Webhooks", to: pages.webhookList.path },
  ],
};

/** Links to the screens that belong to a section as well. */
export function RelatedSettings({ section }: { section: string }) {
  const links = related[section];
  if (links === undefined) return null;
  return (
    <Group gap="md">
      <Text c="dimmed">See also</Text>
      {links.map(({ label, to }) => (
        <Anchor key={to} component={PrefetchLink} to={to} py={10}>
          {label}
        </Anchor>
      ))}
    </Group>
  );
}
