import { Button } from "@mantine/core";
import { formatMoney, toWire } from "@shop/shared/money";
import { defaultPaymentMethod, nameOfMethod, type PaymentMethod } from "@shop/shared/shop";
import type { DeliveryMethod } from "@shop/shared/terms-of-sale/terms-of-sale";
import { IconBrandPaypal, IconBuildingBank, IconCreditCard, IconTruckDelivery, IconWallet } from "@tabler/icons-react";
import { useState } from "react";
import checkBox from "../../ui/check-box.module.css";
import classes from "./checkout-form.module.css";

const about: Record<PaymentMethod, { help: string; Icon: typeof IconCreditCard }> = {
  PayPal: { help: "Pay from your PayPal account.", Icon: IconBrandPaypal },
  "On Delivery": { help: "Pay when your order arrives.", Icon: IconTruckDelivery },
  "Bank Transfer": {
    help: "Transfer the money to our account. We send your order once it is here.",
    Icon: IconBuildingBank,
  },
  Stripe: {
    help: "Pay by card, by a wallet on your device or through your bank. Stripe processes the payment securely.",
    Icon: IconWallet,
  },
  "Credit Card": { help: "Pay by card. PayPal processes the payment securely.", Icon: IconCreditCard },
};

type PaymentFormProps = {
  saved: PaymentMethod | "";
  paymentMethods: readonly PaymentMethod[];
  /** How the order is delivered, which can be where it is paid. */
  delivery: DeliveryMethod | null;
  onSave: (method: PaymentMethod) => void;
};

/** Choice of the payment method. */
export function PaymentForm({ saved, paymentMethods, delivery, onSave }: PaymentFormProps) {
  const [first = defaultPaymentMethod] = paymentMethods;
  const [method, setMethod] = useState(saved !== "" && paymentMethods.includes(saved) ? saved : first);
  return (
    <form
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault();
        onSave(method);
      }}
    >
      <fieldset className={classes.choices}>
        <legend className={classes.legend}>Select Method</legend>
        {paymentMethods.map((name) => {
          const { help, Icon } = about[name];
          return (
            <label key={name} className={classes.choice}>
              <input
                type="radio"
                name="paymentMethod"
                className={`${checkBox.box} ${classes.radio}`}
                value={name}
                checked={method === name}
                onChange={() => setMethod(name)}
              />
              <span>
                <span className={classes.choiceName}>{nameOfMethod(name)}</span>
                <span className={classes.choiceHelp}>{name === "On Delivery" ? onDeliveryHelp(delivery) : help}</span>
              </span>
              <Icon size={28} aria-hidden="true" />
            </label>
          );
        })}
      </fieldset>
      <Button type="submit" fullWidth>
        Continue
      </Button>
    </form>
  );
}

/** Where the order is paid on delivery, and what that costs. */
function onDeliveryHelp(delivery: DeliveryMethod | null): string {
  const where = delivery?.pickUp == null ? "Pay when your order arrives." : "Pay when you collect your order.";
  const fee = delivery?.onDelivery?.fee ?? 0;
  return fee === 0 ? where : `${where} It costs ${formatMoney(toWire(fee))} more.`;
}
