import "@mantine/core/styles/NumberInput.layer.css";
import "@mantine/core/styles/Alert.layer.css";
import "@mantine/core/styles/List.layer.css";
import { Alert, Button, List, NativeSelect, NumberInput, SimpleGrid, Stack, Table, Text } from "@mantine/core";
import { priceChangeSchema } from "@shop/shared/catalog/price-change";
import type { BulkAct } from "@shop/shared/catalog/product-editing";
import { formatMoney } from "@shop/shared/money";
import { useState } from "react";
import { messageOf } from "../../../lib/request-failure.ts";
import { Dialog, DialogButtons } from "../../../ui/dialog.tsx";
import type { BulkTarget } from "./use-batches.ts";
import { countOf } from "./use-bulk-acts.ts";
import { type PricePreview, usePricePreview } from "./use-price-preview.ts";

type BulkPriceDialogProps = {
  target: BulkTarget;
  onClose: () => void;
  onAct: (act: BulkAct, leavesOut: boolean) => void;
};

/** Asks how the prices of the selected products change, and shows them before and after. */
export function BulkPriceDialog({ target, onClose, onAct }: BulkPriceDialogProps) {
  const [direction, setDirection] = useState("up");
  const [by, setBy] = useState("percent");
  const [rounding, setRounding] = useState("cent");
  const [value, setValue] = useState<number | string>("");
  const [isTried, setTried] = useState(false);
  const parsed = priceChangeSchema.safeParse({ direction, by, rounding, value });
  const change = parsed.success ? parsed.data : undefined;
  const preview = usePricePreview(target, change);
  const { total = 0, refused = 0 } = preview.data ?? {};
  const isReady = change !== undefined && total > refused;
  return (
    <Dialog title={`Change the prices of ${countOf(target.count)}`} onClose={onClose} size="36rem">
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          setTried(true);
          if (isReady) onAct({ kind: "price", change }, refused > 0);
        }}
      >
        <Stack gap="md">
          <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
            <NativeSelect
              label="Prices"
              data={[
                { value: "up", label: "Raise" },
                { value: "down", label: "Lower" },
              ]}
              value={direction}
              onChange={(event) => setDirection(event.currentTarget.value)}
            />
            <NativeSelect
              label="By"
              data={[
                { value: "percent", label: "Percent" },
                { value: "amount", label: "Amount" },
              ]}
              value={by}
              onChange={(event) => setBy(event.currentTarget.value)}
            />
            <NumberInput
              data-autofocus
              label={by === "percent" ? "Percent" : "Amount"}
              leftSection={by === "percent" ? "%" : "$"}
              min={0}
              clampBehavior="none"
              hideControls
              inputMode="decimal"
              value={value}
              onChange={setValue}
              error={(isTried || value !== "") && !parsed.success && parsed.error.issues[0]?.message}
              required
            />
            <NativeSelect
              label="Round to"
              data={[
                { value: "cent", label: "Cents" },
                { value: "99", label: ".99" },
              ]}
              value={rounding}
              onChange={(event) => setRounding(event.currentTarget.value)}
            />
          </SimpleGrid>
          {change !== undefined && <Preview preview={preview} />}
        </Stack>
        <DialogButtons>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button
            type="submit"
            {...(change !== undefined && !isReady && { "data-disabled": true, "aria-disabled": true })}
          >
            {isReady ? `Change ${pricesOf(total - refused)}` : "Change prices"}
          </Button>
        </DialogButtons>
      </form>
    </Dialog>
  );
}

const pricesOf = (count: number) => (count === 1 ? "1 price" : `${count.toLocaleString("en-US")} prices`);

function Preview({ preview: { data, error } }: { preview: ReturnType<typeof usePricePreview> }) {
  if (error !== null) return <Alert color="red">{messageOf(error, "The prices could not be loaded")}</Alert>;
  if (data === undefined) return <Text role="status">Calculating…</Text>;
  return (
    <>
      {data.refused > 0 && <Refused data={data} />}
      <Table.ScrollContainer
        role="group"
        minWidth={0}
        mah={280}
        type="native"
        tabIndex={0}
        aria-label="Prices before and after"
      >
        <Table aria-label="Prices before and after" stickyHeader fz="xs" borderColor="var(--shop-panel-edge)">
          <Table.Thead bg="var(--shop-solid)">
            <Table.Tr>
              <Table.Th scope="col">Product</Table.Th>
              <Table.Th scope="col" ta="right">
                Before
              </Table.Th>
              <Table.Th scope="col" ta="right">
                After
              </Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody style={{ fontVariantNumeric: "tabular-nums" }}>
            {data.rows.map(({ id, name, before, after }) => (
              <Table.Tr key={id}>
                <Table.Th scope="row" fw={400} style={{ overflowWrap: "anywhere" }}>
                  {name}
                </Table.Th>
                <Table.Td ta="right">{formatMoney(before)}</Table.Td>
                <Table.Td ta="right" fw={600}>
                  {formatMoney(after)}
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      {data.total - data.refused > data.rows.length && (
        <Text fz="xs" c="dimmed">
          And {(data.total - data.refused - data.rows.length).toLocaleString("en-US")} more.
        </Text>
      )}
    </>
  );
}

function Refused({ data: { refused, reasons } }: { data: PricePreview }) {
  return (
    <Alert color="red" role="alert" title={`${countOf(refused)} cannot have this price`}>
      <List style={{ overflowWrap: "anywhere" }}>
        {reasons.map((reason) => (
          <List.Item key={reason}>{reason}</List.Item>
        ))}
      </List>
      {refused > reasons.length && <Text fz="xs">And {(refused - reasons.length).toLocaleString("en-US")} more.</Text>}
    </Alert>
  );
}
