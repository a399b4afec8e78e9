import { Anchor, DataList, Flex, Group, Stack, Text } from "@mantine/core";
import { type AuditEntry, type Changes, deletedName } from "@shop/shared/admin/audit";
import { formatMoney, toWire } from "@shop/shared/money";
import { pages, pathOf } from "@shop/shared/page/pages";
import { IconArrowRight } from "@tabler/icons-react";
import { editPath, importPath } from "../../../lib/admin-paths.ts";
import { orderPath } from "../../../lib/paths.ts";
import { PrefetchLink } from "../../../ui/prefetch-link.tsx";
import { useShop } from "../../../ui/shop-identity.ts";
import { Timestamp } from "../../../ui/timestamp.tsx";
import { VisuallyHidden } from "../../../ui/visually-hidden.tsx";

/** One entry of the audit: time, actor, action, record and changed fields. */
export function AuditLine({ entry }: { entry: AuditEntry }) {
  const { at, by, via, act, changes } = entry;
  const { timeZone = "UTC" } = useShop();
  return (
    <Flex component="li" wrap="wrap" columnGap="md" rowGap={4} px="md" py="sm">
      <Text span c="dimmed" w={80} flex="none" style={{ fontVariantNumeric: "tabular-nums" }}>
        <Timestamp time={at}>{new Date(at).toLocaleTimeString("en-US", { timeStyle: "short", timeZone })}</Timestamp>
      </Text>
      <Stack gap="xs" flex="1 1 15rem" miw={0} style={{ overflowWrap: "anywhere" }}>
        <Text>
          <strong>{by?.name ?? "The shop"}</strong>
          {/* Servers of the release before send none. */}
          {via ? ` (by the API key ${via})` : ""} {verbOf(act, by !== null)} <Subject entry={entry} />
        </Text>
        <ChangeList changes={changes} />
      </Stack>
    </Flex>
  );
}

/** The action as the verb of a sentence. */
function verbOf(act: AuditEntry["act"], isPerson: boolean): string {
  switch (act) {
    case "paid":
      return isPerson ? "paid" : "received the payment of";
    case "paid again":
      return isPerson ? "paid once more for" : "received a second payment of";
    case "refunded":
      return isPerson ? "refunded" : "recorded a refund of";
    case "refund requested":
      return "requested a refund of";
    case "refund failed":
      return "could not refund";
    case "matter opened":
      return "raised an issue with";
    case "resolved":
      return "resolved an issue with";
    case "processed":
      return "began to process";
    case "showed":
      return "showed again the";
    case "withdrew":
      return "unpublished the";
    case "hid":
    case "answered":
    case "changed the answer to":
    case "removed the answer to":
    case "dismissed reports of":
      return `${act} the`;
    case "wrote about":
      return "wrote to the customer about";
    case "second factor reset":
      return "had the second factor reset of";
    default:
      return act;
  }
}

function Subject({ entry: { by, act, entity, entityId, subject } }: { entry: AuditEntry }) {
  if (entity === "order") {
    return (
      <>
        <Anchor component={PrefetchLink} to={orderPath(entityId)} underline="always">
          order {entityId.slice(-5)}
        </Anchor>
        {by?.name !== subject && !entityId.endsWith(subject) && ` of ${subject}`}
      </>
    );
  }
  if (entity === "user" && subject === deletedName) {
    return (
      <>
        user {entityId.slice(-5)}
        {act !== "deleted" && ", who was deleted since"}
      </>
    );
  }
  const page = act === "deleted" ? undefined : pageOf(entity, entityId);
  return (
    <>
      {entityWords[entity] ?? entity}{" "}
      {page !== undefined ? (
        <Anchor component={PrefetchLink} to={page} underline="always">
          {subject}
        </Anchor>
      ) : (
        <Text component="em" inherit fs="normal" fw={600}>
          {subject}
        </Text>
      )}
    </>
  );
}

const entityWords: Partial<Record<AuditEntry["entity"], string>> = {
  review: "review of",
  question: "question about",
  "api key": "API key",
};

/** Where a record is edited; `undefined` if nowhere. */
function pageOf(entity: Exclude<AuditEntry["entity"], "order">, id: string): string | undefined {
  switch (entity) {
    case "synonyms":
      return pages.synonyms.path;
    case "redirect":
      return pages.redirects.path;
    case "old address":
      return pages.oldAddresses.path;
    case "review":
      return `${pages.reviewList.path}?show=all`;
    case "question":
      return `${pages.questionList.path}?show=all`;
    case "import":
      return importPath(id);
    case "page":
      return pages.infoPageList.path;
    case "article":
      return pathOf("articleEdit", { id });
    case "home":
      return pages.homeLayoutList.path;
    case "api key":
      return pages.apiKeys.path;
    case "webhook":
      return pathOf("webhook", { id });
    case "terms of sale":
      return pages.termsOfSale.path;
    case "settings":
      return pages.settings.path;
    case "staff role":
      return pages.staff.path;
    case "gift card":
      return orderPath(id);
    case "picture":
    case "video":
    case "mail":
    case "view":
      return undefined;
    default:
      return editPath(entity, id);
  }
}

function ChangeList({ changes }: { changes: Changes }) {
  const fields = Object.entries(changes);
  if (fields.length === 0) return null;
  return (
    <DataList size="xs" gap={4} labelWidth="8rem">
      {fields.map(([field, [before, after]]) => (
        <DataList.Item key={field}>
          <DataList.ItemLabel>{labelOf(field)}</DataList.ItemLabel>
          <DataList.ItemValue>
            <Group gap={8}>
              <VisuallyHidden>from </VisuallyHidden>
              <Text component="del" inherit c="dimmed">
                {textOf(field, before)}
              </Text>
              <IconArrowRight size={14} role="img" aria-label="to" />
              <Text component="ins" inherit td="none">
                {textOf(field, after)}
              </Text>
            </Group>
          </DataList.ItemValue>
        </DataList.Item>
      ))}
    </DataList>
  );
}

/** The label of a field: "Count in stock" for `countInStock`. */
function labelOf(field: string): string {
  const words = field
    .replace(/(Cents|Id)$/, "")
    .replaceAll(/([a-z])([A-Z])/g, (_, end, start) => `${end} ${start}`.toLowerCase());
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function textOf(field: string, value: Changes[string][0]): string {
  if (value === null || value === "") return "nothing";
  if (typeof value === "boolean") return value ? "Yes" : "No";
  if (typeof value === "number" && field.endsWith("Cents")) return formatMoney(toWire(value));
  const text = String(value);
  return text.length <= 120 ? text : `${text.slice(0, 119)}…`;
}
