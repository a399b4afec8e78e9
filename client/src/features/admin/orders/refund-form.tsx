import { useForm } from "@mantine/form";
import { wireText } from "@shop/shared/money";
import type { PaymentRecord, RestockableLine } from "@shop/shared/order/refund";
import { useState } from "react";
import { useUntilDone } from "../../../lib/one-at-a-time.ts";
import { fieldErrorsOf } from "../../../lib/request-failure.ts";
import { focusFirstError, validateLeftField } from "../../../lib/validate-on-blur.ts";
import { RefundFields } from "./refund-fields.tsx";
import { RefundQuestion } from "./refund-question.tsx";
import { checkRefund, type RefundValues, toRefundRequest } from "./refund-values.ts";
import { type RefundRequest, refundFailure } from "./use-refund.ts";

type RefundFormProps = {
  payment: PaymentRecord;
  customer: string;
  restockable: readonly RestockableLine[];
  isSending: boolean;
  onCancel: () => void;
  /** Rejects when no refund was made. */
  onRefund: (request: RefundRequest) => Promise<void>;
};

/** The fields of a refund and then a confirmation. Typed values survive every failure. */
export function RefundForm({ payment, customer, restockable, isSending, onCancel, onRefund }: RefundFormProps) {
  const untilDone = useUntilDone();
  const [asked, setAsked] = useState<RefundRequest | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const form = useForm<RefundValues>({
    initialValues: {
      amount: wireText(payment.refundable),
      reason: "",
      asCredit: false,
      restock: Object.fromEntries(restockable.map(({ product }) => [product, 0])),
    },
    touchTrigger: "change",
    enhanceGetInputProps: validateLeftField,
    validate: (values) => checkRefund(values, payment.refundable, restockable),
  });

  async function send(request: RefundRequest): Promise<boolean> {
    setFailure(null);
    try {
      await onRefund(request);
      return true;
    } catch (error) {
      const errors = fieldErrorsOf(error);
      setFailure(refundFailure(error));
      if (Object.keys(errors).length > 0) {
        // Back to the fields, where the first invalid one takes the focus.
        form.setErrors(errors);
        setAsked(null);
      }
      return false;
    }
  }

  if (asked !== null) {
    return (
      <RefundQuestion
        request={asked}
        payment={payment}
        customer={customer}
        restockable={restockable}
        failure={failure}
        isSending={isSending}
        onBack={() => {
          if (isSending) return;
          setFailure(null);
          setAsked(null);
        }}
        onCancel={onCancel}
        onRefund={() => untilDone(() => send(asked))}
      />
    );
  }
  return (
    <RefundFields
      form={form}
      refundable={payment.refundable}
      restockable={restockable}
      failure={failure}
      onCancel={onCancel}
      onSubmit={form.onSubmit(
        (values) => {
          setFailure(null);
          setAsked(toRefundRequest(values));
        },
        (errors) => focusFirstError(form, errors),
      )}
    />
  );
}
