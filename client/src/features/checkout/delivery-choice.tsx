import { formatMoney, toWire } from "@shop/shared/money";
import { arrivalAt, arrivalText } from "@shop/shared/order/delivery";
import { deliveryPrice } from "@shop/shared/terms-of-sale/delivery-methods";
import type { DeliveryMethod } from "@shop/shared/terms-of-sale/terms-of-sale";
import { IconBuildingStore, IconTruckDelivery } from "@tabler/icons-react";
import checkBox from "../../ui/check-box.module.css";
import { useShop } from "../../ui/shop-identity.ts";
import classes from "./checkout-form.module.css";

type DeliveryChoiceProps = {
  methods: readonly DeliveryMethod[];
  goods: { subtotal: number; grams: number };
  /** The id of the chosen method. */
  chosen: string | undefined;
  onChoose: (id: string) => void;
};

/** The ways in which an order can reach its customer, each with its price and when it arrives. Nothing for a single one. */
export function DeliveryChoice({ methods, goods, chosen, onChoose }: DeliveryChoiceProps) {
  if (methods.length < 2) return null;
  return (
    <fieldset className={classes.choices}>
      <legend className={classes.legend}>Delivery</legend>
      {methods.map((method) => {
        const Icon = method.pickUp === null ? IconTruckDelivery : IconBuildingStore;
        const price = deliveryPrice(method, goods);
        return (
          <label key={method.id} className={classes.choice}>
            <input
              type="radio"
              name="delivery"
              value={method.id}
              className={`${checkBox.box} ${classes.radio}`}
              checked={chosen === method.id}
              onChange={() => onChoose(method.id)}
            />
            <span>
              <span className={classes.choiceName}>
                {method.name}, {price === 0 ? "free" : formatMoney(toWire(price))}
              </span>
              <DeliveryHelp method={method} />
            </span>
            <Icon size={28} aria-hidden="true" />
          </label>
        );
      })}
    </fieldset>
  );
}

function DeliveryHelp({ method }: { method: DeliveryMethod }) {
  const { delivery } = useShop();
  const { pickUp } = method;
  const days = delivery === undefined ? undefined : arrivalText(arrivalAt(delivery, method, new Date()));
  if (pickUp === null) return days === undefined ? null : <span className={classes.choiceHelp}>Arrives {days}</span>;
  const ready = days === undefined ? "" : ` Ready ${days}.`;
  return (
    <span className={classes.choiceHelp}>
      {pickUp.address}.{pickUp.hours === "" ? "" : ` Open ${pickUp.hours}.`}
      {ready}
    </span>
  );
}
