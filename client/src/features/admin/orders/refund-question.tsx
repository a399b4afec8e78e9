import "@mantine/core/styles/Stack.layer.css";
import "@mantine/core/styles/Text.layer.css";
import { Button, Stack, Text } from "@mantine/core";
import { formatMoney } from "@shop/shared/money";
import type { PaymentRecord, RestockableLine } from "@shop/shared/refund";
import { useEffect, useId, useRef } from "react";
import { ErrorAlert } from "../../../ui/error-alert.tsx";
import { ModalAnswers } from "../../../ui/form-modal.tsx";
import { paymentAmount } from "./payment-words.ts";
import classes from "./refund-modal.module.css";
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

/** Asks whether this very refund is meant. The harmless answer has the focus. */
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
        <Text className={classes.question ?? ""}>
          Refund {amount} of {paymentAmount(payment)} to {customer}?
        </Text>
        <Text c="dimmed">This cannot be undone.</Text>
      </div>
      <dl className={classes.facts}>
        <div>
          <dt>Reason</dt>
          <dd>{request.reason}</dd>
        </div>
        <div>
          <dt>Back into stock</dt>
          <dd>{units.length === 0 ? "No units" : units.join(", ")}</dd>
        </div>
      </dl>
      {failure !== null && <ErrorAlert message={failure} />}
      <ModalAnswers>
        <Button variant="subtle" onClick={onBack}>
          Back
        </Button>
        <Button ref={cancel} variant="default" aria-describedby={id} onClick={onCancel}>
          Cancel
        </Button>
        <Button aria-disabled={isSending || undefined} onClick={onRefund}>
          {isSending ? "Refunding…" : `Refund ${amount}`}
        </Button>
      </ModalAnswers>
    </Stack>
  );
}
