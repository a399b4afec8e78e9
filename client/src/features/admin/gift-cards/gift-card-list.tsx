import { Anchor, Button, Group, Stack, Table, Text, TextInput } from "@mantine/core";
import type { GiftCardRecord } from "@shop/shared/credit/gift-card";
import { formatMoney } from "@shop/shared/money";
import { keepPreviousData } from "@tanstack/react-query";
import { useState } from "react";
import { useSearchParams } from "react-router-dom";
import { orderPath } from "../../../lib/paths.ts";
import { cachedBriefly } from "../../../lib/query-client.ts";
import { messageOf } from "../../../lib/request-failure.ts";
import { trpc } from "../../../lib/trpc.ts";
import { useConfirm } from "../../../ui/confirm.tsx";
import { Day } from "../../../ui/day.tsx";
import { ErrorAlert } from "../../../ui/error-alert.tsx";
import { notify } from "../../../ui/notify.ts";
import { PrefetchLink } from "../../../ui/prefetch-link.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { StatusDot, type StatusTone } from "../../../ui/status-dot.tsx";
import { AdminPanel } from "../parts/admin-panel.tsx";
import { usePermissions } from "../parts/use-permissions.ts";

/** The gift cards that were sold, with what is left of each. Their codes are their holders' alone. */
export function GiftCardList() {
  const [params, setParams] = useSearchParams();
  const keyword = params.get("search") ?? "";
  const [entered, setEntered] = useState(keyword);
  const [after, setAfter] = useState<string>();
  const found = trpc.admin.giftCards.list.useQuery(
    { keyword, ...(after === undefined ? {} : { after }) },
    { ...cachedBriefly, placeholderData: keepPreviousData },
  );
  return (
    <AdminPanel title="Gift cards that were sold">
      <Stack gap="md">
        <form
          onSubmit={(event) => {
            event.preventDefault();
            setAfter(undefined);
            setParams(entered.trim() === "" ? {} : { search: entered.trim() });
          }}
        >
          <Group align="end" gap="sm">
            <TextInput
              type="search"
              label="Ends with"
              description="The end of a code, or of an order’s number."
              inputWrapperOrder={["label", "input", "description", "error"]}
              autoComplete="off"
              maxLength={60}
              value={entered}
              onChange={({ currentTarget }) => setEntered(currentTarget.value)}
            />
            <Button type="submit" variant="default" mb={24}>
              Search
            </Button>
          </Group>
        </form>
        {found.data === undefined ? (
          found.isError ? (
            <ErrorAlert
              message={messageOf(found.error, "Failed to load the gift cards")}
              onRetry={() => void found.refetch()}
              isRetrying={found.isFetching}
            />
          ) : (
            <Skeleton height="16rem" />
          )
        ) : found.data.cards.length === 0 ? (
          <Text c="dimmed">
            {keyword === ""
              ? "None yet. A product whose tax class is “Gift card” is one: each unit that is paid becomes a code."
              : "No gift card ends so."}
          </Text>
        ) : (
          <CardTable cards={found.data.cards} />
        )}
        <Group gap="sm">
          {after !== undefined && (
            <Button variant="default" onClick={() => setAfter(undefined)}>
              Newest
            </Button>
          )}
          {found.data !== undefined && found.data.next !== null && (
            <Button variant="default" onClick={() => setAfter(found.data.next ?? undefined)}>
              Older
            </Button>
          )}
        </Group>
      </Stack>
    </AdminPanel>
  );
}

function CardTable({ cards }: { cards: readonly GiftCardRecord[] }) {
  return (
    <Table.ScrollContainer role="group" minWidth={640} type="native" tabIndex={0} aria-label="Gift cards">
      <Table>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Code</Table.Th>
            <Table.Th>Order</Table.Th>
            <Table.Th>Sold</Table.Th>
            <Table.Th ta="right">Value</Table.Th>
            <Table.Th ta="right">Left</Table.Th>
            <Table.Th>State</Table.Th>
            <Table.Th ta="right">Actions</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {cards.map((card) => (
            <CardRow key={card._id} card={card} />
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}

function CardRow({ card }: { card: GiftCardRecord }) {
  const { tone, text } = stateOf(card);
  return (
    <Table.Tr>
      <Table.Td>…{card.ending}</Table.Td>
      <Table.Td>
        <Anchor component={PrefetchLink} to={orderPath(card.order)}>
          {card.order.slice(-5)}
        </Anchor>
      </Table.Td>
      <Table.Td>
        <Day time={card.createdAt} />
      </Table.Td>
      <Table.Td ta="right">{formatMoney(card.value)}</Table.Td>
      <Table.Td ta="right">{formatMoney(card.left)}</Table.Td>
      <Table.Td>
        <StatusDot tone={tone}>{text}</StatusDot>
      </Table.Td>
      <Table.Td>
        <CardActs card={card} />
      </Table.Td>
    </Table.Tr>
  );
}

function stateOf({ isStopped, left, value, expiresAt }: GiftCardRecord): { tone: StatusTone; text: string } {
  if (isStopped) return { tone: "danger", text: "Stopped" };
  if (expiresAt !== null && Date.parse(expiresAt) < Date.now()) return { tone: "quiet", text: "Expired" };
  if (left === 0) return { tone: "quiet", text: "Used up" };
  return left === value ? { tone: "done", text: "Not used" } : { tone: "going", text: "Used in part" };
}

function CardActs({ card }: { card: GiftCardRecord }) {
  const may = usePermissions();
  const utils = trpc.useUtils();
  const { ask, dialog } = useConfirm();
  const done = (message: string) => ({
    onSuccess: () => notify.success(message),
    onError: (error: unknown) => notify.error(messageOf(error, "The gift card was not changed. Please try again.")),
    onSettled: () => void utils.admin.giftCards.list.invalidate(),
  });
  const stop = trpc.admin.giftCards.stop.useMutation(done("Gift card stopped"));
  const renew = trpc.admin.giftCards.renewCode.useMutation(done("A new code is on its way by mail"));
  if (!may("orders.refund") || card.isStopped) return null;
  const { _id: id, ending, left } = card;

  async function askToStop() {
    const question = `Stop the gift card …${ending}?`;
    const about = `The ${formatMoney(left)} that are left of it cannot be spent any more. This cannot be undone.`;
    if (await ask({ question, about, yes: "Stop it", isDanger: true })) stop.mutate({ id });
  }
  async function askToRenew() {
    const question = `Give the gift card …${ending} a new code?`;
    const about =
      "The code that its holder has is void then. The new one is mailed to whoever got it, or to its buyer.";
    if (await ask({ question, about, yes: "New code" })) renew.mutate({ id });
  }

  return (
    <Group gap="xs" wrap="nowrap" justify="flex-end">
      <Button variant="subtle" aria-label={`New code for the gift card …${ending}`} onClick={() => void askToRenew()}>
        New code…
      </Button>
      <Button variant="subtle" aria-label={`Stop the gift card …${ending}`} onClick={() => void askToStop()}>
        Stop…
      </Button>
      {dialog}
    </Group>
  );
}
