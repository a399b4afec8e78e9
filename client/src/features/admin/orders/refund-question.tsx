import { Button, DataList, Stack, Text } from "@mantine/core";
import { formatMoney } from "@shop/shared/money";
import { isByHand } from "@shop/shared/order/payment";
import type { PaymentRecord, RestockableLine } from "@shop/shared/order/refund";
import { useEffect, useId, useRef } from "react";
import { DialogButtons } from "../../../ui/dialog.tsx";
import { ErrorAlert } from "../../../ui/error-alert.tsx";
import { paymentAmount } from "./payment-words.ts";
import type { RefundRequest } from "./use-refund.ts";

type RefundQuestionProps = {
  request: RefundRequest;
  payment: PaymentRecord;
  customer: string;
  restockable: readonly RestockableLine[];
  failure: string | null;
  isSending: boolean;
  onBack: () => void;
  onCancel: () => void;
  onRefund: () => void;
};

/** Confirms a refund. The harmless answer has the focus. */
export function RefundQuestion(props: RefundQuestionProps) {
  const { request, payment, customer, restockable, failure, isSending, onBack, onCancel, onRefund } = props;
  const id = useId();
  const cancel = useRef<HTMLButtonElement>(null);
  useEffect(() => cancel.current?.focus(), []);
  const amount = formatMoney(request.amount);
  const units = restockable.flatMap(({ product, name }) =>
    request.restock.filter((line) => line.product === product).map(({ qty }) => `${qty} x ${name}`),
  );
  return (
    <Stack gap="md">
      <div id={id}>
        <Text fw={600} style={{ overflowWrap: "anywhere" }}>
          {request.asCredit
            ? `Give ${customer} ${amount} as credit?`
            : `Refund ${amount} of ${paymentAmount(payment)} to ${customer}?`}
        </Text>
        <Text c="dimmed">
          {isByHand(payment.provider) && !request.asCredit
            ? "Please transfer the money back yourself: this records it, and tells the customer. It cannot be undone."
            : "This cannot be undone."}
        </Text>
      </div>
      <DataList orientation="vertical" style={{ overflowWrap: "anywhere" }}>
        <DataList.Item>
          <DataList.ItemLabel>Reason</DataList.ItemLabel>
          <DataList.ItemValue>{request.reason}</DataList.ItemValue>
        </DataList.Item>
        <DataList.Item>
          <DataList.ItemLabel>Back into stock</DataList.ItemLabel>
          <DataList.ItemValue>{units.length === 0 ? "No units" : units.join(", ")}</DataList.ItemValue>
        </DataList.Item>
      </DataList>
      {failure !== null && <ErrorAlert message={failure} />}
      <DialogButtons>
        <Button variant="subtle" onClick={onBack}>
          Back
        </Button>
        <Button ref={cancel} variant="default" aria-describedby={id} onClick={onCancel}>
          Cancel
        </Button>
        <Button aria-disabled={isSending || undefined} onClick={onRefund}>
          {isSending ? "Refunding…" : request.asCredit ? `Give ${amount} as credit` : `Refund ${amount}`}
        </Button>
      </DialogButtons>
    </Stack>
  );
}
