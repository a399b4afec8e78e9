import { Group, Paper, Stack, Text } from "@mantine/core";
import { arrivalOf, arrivalText } from "@shop/shared/order/delivery";
import { contrastOfAccent, linkOfAccent, linkOnLight, pageColors } from "@shop/shared/settings/look";
import type { Settings } from "@shop/shared/settings/settings";
import type { ReactNode } from "react";
import { deliveryOf } from "./with-settings.ts";

/** What customers see of the settings of a section; nothing where there is nothing to see. */
export function SettingPreview({ section, settings }: { section: string; settings: Settings }) {
  const shown = previews[section]?.(settings);
  if (shown === undefined) return null;
  return (
    <Paper component="section" aria-label="Preview" radius="md" p="md" bd="1px dashed var(--shop-panel-edge)" bg="none">
      <Text size="xs" c="dimmed" mb={8}>
        What customers see
      </Text>
      {shown}
    </Paper>
  );
}

/** A button and a link as customers see them in a scheme. */
function AccentSample({ accent, scheme }: { accent: string; scheme: keyof typeof pageColors }) {
  const link = scheme === "dark" ? linkOfAccent(accent) : linkOnLight(accent);
  return (
    <Group gap="md" w="100%" p="md" bg={pageColors[scheme]} style={{ borderRadius: "var(--radius-md)" }}>
      <Text span bg={accent} c="#fff" fw={600} px={20} py={10} style={{ borderRadius: "var(--radius-md)" }}>
        Add To Cart
      </Text>
      <Text span c={link}>
        All products
      </Text>
    </Group>
  );
}

const previews: Record<string, ((settings: Settings) => ReactNode) | undefined> = {
  shop: ({ shopName, timeZone, productPaths }) => (
    <Stack gap={4}>
      <Text fw={700} fz="lg">
        {shopName}
      </Text>
      <Text c="dimmed" size="sm">
        {productPaths === "id" ? "/product/01a5…" : "/p/oak-table"} ·{" "}
        {new Date().toLocaleString("en-US", { timeZone, dateStyle: "medium", timeStyle: "short" })}
      </Text>
    </Stack>
  ),
  look: ({ accent, headline, announcement, colorScheme }) => (
    <Stack gap="sm" align="start">
      {announcement !== "" && (
        <Text bg={accent} c="#fff" px="md" py={8} fw={550} w="100%" ta="center">
          {announcement}
        </Text>
      )}
      {headline !== "" && (
        <Text fw={650} fz="lg">
          {headline}
        </Text>
      )}
      {colorScheme !== "light" && <AccentSample accent={accent} scheme="dark" />}
      {colorScheme !== "dark" && <AccentSample accent={accent} scheme="light" />}
      <Text span c="dimmed" size="sm">
        Contrast {contrastOfAccent(accent).toFixed(1)} : 1
      </Text>
    </Stack>
  ),
  address: ({ shopName, sellerName, sellerAddress, sellerTaxId }) => (
    <Stack gap={2} fz="sm">
      <Text fw={650}>{sellerName === "" ? shopName : sellerName}</Text>
      {sellerAddress.map((line) => (
        <Text key={line} inherit>
          {line}
        </Text>
      ))}
      {sellerTaxId !== "" && <Text inherit>Tax number {sellerTaxId}</Text>}
    </Stack>
  ),
  delivery: (settings) => {
    const delivery = deliveryOf(settings);
    return (
      <Text>
        {delivery === undefined ? "No days of arrival" : `Arrives ${arrivalText(arrivalOf(delivery, delivery.today))}`}
      </Text>
    );
  },
  returns: ({ returnsDays, isReturnFree }) => (
    <Text>
      {returnsDays === 0
        ? "No form for withdrawals"
        : `${returnsDays} days to withdraw${isReturnFree ? ", and the shop pays for the way back" : ""}`}
    </Text>
  ),
  mail: ({ shopName, mailFrom, mailReplyTo }) =>
    mailFrom === "" ? undefined : (
      <Stack gap={2} fz="sm">
        <Text inherit>
          From: {shopName} &lt;{mailFrom}&gt;
        </Text>
        <Text inherit>Answers to: {mailReplyTo === "" ? mailFrom : mailReplyTo}</Text>
      </Stack>
    ),
};
