import { Button, Flex, Group, Stack, Text, Title } from "@mantine/core";
import type { Matter, MatterKind, MatterRecord } from "@shop/shared/order/matter";
import type { Order } from "@shop/shared/order/order";
import { IconAlertTriangle } from "@tabler/icons-react";
import { useId, useRef, useState } from "react";
import { lazyPart } from "../../../lib/lazy-part.tsx";
import { orderReturnsId } from "../../../lib/order-returns-id.ts";
import { cachedBriefly } from "../../../lib/query-client.ts";
import { trpc } from "../../../lib/trpc.ts";
import { useFocusOnNext } from "../../../lib/use-focus-on-next.ts";
import { Minute } from "../../../ui/minute.tsx";
import { MissingModal } from "../../../ui/missing-modal.ts";
import { PrefetchLink } from "../../../ui/prefetch-link.tsx";
import { Price } from "../../../ui/price.tsx";
import { AdminPanel } from "../parts/admin-panel.tsx";
import { DividedList } from "../parts/divided-list.tsx";
import { withdrawalDecisionPath, withdrawalListPath } from "../parts/withdrawal-paths.ts";
import { matterHelp, matterTitle } from "./matter-words.ts";
import print from "./screen-only.module.css";

const ResolveModal = lazyPart(
  "resolve-modal",
  () => import("./resolve-modal.tsx").then((modal) => modal.ResolveModal),
  { failed: MissingModal },
);

/** Whose words the detail of a matter is, if not those of the payment provider. */
const sayersOf: Partial<Record<MatterKind, string>> = {
  "mail failed": "The mail server",
  "price differs": "The shop",
  "payment risk": "The shop",
};

/** The open matters of an order, each with a button to resolve it, and the resolved ones below. */
export function OrderMatters({ order }: { order: Order }) {
  const money = trpc.admin.orders.money.useQuery({ id: order._id }, cachedBriefly);
  const [chosen, setChosen] = useState<Matter | null>(null);
  const [isResolving, setResolving] = useState(false);
  const section = useRef<HTMLElement>(null);
  const open = order.matters;
  useFocusOnNext(section, open.length);
  const records = money.data?.matters ?? [];
  const resolved = records.filter(({ _id, resolution }) => resolution !== null && open.every((one) => one._id !== _id));
  if (open.length === 0 && records.length === 0) return null;

  return (
    <AdminPanel
      ref={section}
      className={print.screenOnly ?? ""}
      title={open.length > 0 ? "Needs attention" : "Nothing needs attention"}
      titleSize="lg"
      hasWarning={open.length > 0}
    >
      {open.length > 0 && (
        <DividedList>
          {open.map((matter) => (
            <OpenMatter
              key={matter._id}
              matter={matter}
              record={records.find(({ _id }) => _id === matter._id)}
              isShipped={order.isShipped}
              onResolve={() => {
                setChosen(matter);
                setResolving(true);
              }}
            />
          ))}
        </DividedList>
      )}
      {resolved.length > 0 && <ResolvedMatters matters={resolved} />}
      {chosen !== null && (
        <ResolveModal
          order={order}
          matter={chosen}
          isOpen={isResolving}
          onClose={() => setResolving(false)}
          fallbackFocus={section}
        />
      )}
    </AdminPanel>
  );
}

type OpenMatterProps = {
  matter: Matter;
  record: MatterRecord | undefined;
  isShipped: boolean;
  onResolve: () => void;
};

function OpenMatter({ matter, record, isShipped, onResolve }: OpenMatterProps) {
  const id = useId();
  const detail = record?.detail ?? null;
  const withdrawalId = record?.withdrawalId;
  return (
    <Flex component="li" wrap="wrap" justify="space-between" align="flex-end" gap="xs" py="sm">
      <Stack gap="xs" flex="1 1 20rem" maw="44rem">
        <Title order={3} id={id} fz="md" lh="md" fw={650} c="var(--shop-warning)">
          <Flex component="span" gap="xs">
            <IconAlertTriangle size={20} aria-hidden="true" style={{ flex: "none", marginTop: 2 }} />
            {matterTitle(matter.kind)}
          </Flex>
        </Title>
        <Text>{matterHelp(matter)}</Text>
        <Text fz="xs" lh="xs" c="dimmed" style={{ overflowWrap: "anywhere" }}>
          Since <Minute time={matter.openedAt} />
          {detail !== null && ` · ${sayersOf[matter.kind] ?? "The payment provider"} says: ${detail}`}
        </Text>
      </Stack>
      <Group gap="md" ml="auto">
        {matter.amount !== null && (
          <Text span fw={650}>
            <Price amount={matter.amount} />
          </Text>
        )}
        {matter.kind === "withdrawal" && (
          <Button
            component={PrefetchLink}
            to={withdrawalId === undefined ? withdrawalListPath : withdrawalDecisionPath(withdrawalId)}
            variant="default"
            aria-describedby={id}
          >
            Decide the withdrawal
          </Button>
        )}
        {matter.kind === "return" && isShipped && (
          <Button
            variant="default"
            aria-describedby={id}
            onClick={() => document.getElementById(orderReturnsId)?.focus()}
          >
            Look at the return
          </Button>
        )}
        {matter.kind !== "withdrawal" && !(matter.kind === "return" && isShipped) && (
          <Button variant="default" aria-describedby={id} onClick={onResolve}>
            Mark as resolved
          </Button>
        )}
      </Group>
    </Flex>
  );
}

function ResolvedMatters({ matters }: { matters: readonly MatterRecord[] }) {
  return (
    <details>
      <Text component="summary" c="var(--shop-link)" py={10} style={{ cursor: "pointer" }}>
        Resolved ({matters.length})
      </Text>
      <DividedList>
        {matters.map(({ _id, kind, amount, openedAt, resolution }) => (
          <Flex component="li" key={_id} direction="column" gap="xs" py="sm">
            <Group justify="space-between" wrap="nowrap" align="flex-start">
              <Title order={3} fz="md" lh="md" fw={650}>
                {matterTitle(kind)}
              </Title>
              {amount !== null && (
                <Text span fw={650}>
                  <Price amount={amount} />
                </Text>
              )}
            </Group>
            {resolution !== null && (
              <>
                <Text fz="xs" lh="xs" c="dimmed">
                  Opened <Minute time={openedAt} /> · Resolved <Minute time={resolution.at} />{" "}
                  {resolution.by === null ? "automatically" : `by ${resolution.by}`}
                </Text>
                {resolution.note !== "" && <Text style={{ overflowWrap: "anywhere" }}>{resolution.note}</Text>}
              </>
            )}
          </Flex>
        ))}
      </DividedList>
    </details>
  );
}
