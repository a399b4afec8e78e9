import type { PaymentMethod } from "@shop/shared/shop";
import { keepPreviousData } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { useNavigate } from "react-router-dom";
import { blankAddress } from "../../../../lib/address-text.ts";
import { addressErrors, orderRules, toShippingAddress } from "../../../../lib/address-values.ts";
import { useOneAtATime } from "../../../../lib/one-at-a-time.ts";
import { orderPath } from "../../../../lib/paths.ts";
import { fieldErrorsOf } from "../../../../lib/request-failure.ts";
import { useSelling } from "../../../../lib/selling.ts";
import { trpc } from "../../../../lib/trpc.ts";
import { useAddressForm } from "../../../../ui/address-fields.tsx";
import { notify } from "../../../../ui/notify.ts";
import { useShop } from "../../../../ui/shop-identity.ts";
import { canBePriced, type HandCustomer, type HandLine, toOrderItems } from "./hand-values.ts";

/** How the order is paid: by its customer, or with money that is there already. */
export type HandPayment = PaymentMethod | "received";

const noTexts = { priceReason: "", note: "", reference: "", taxNumber: "" };
type Texts = typeof noTexts;

/** What has been entered of an order, what it comes to, and the act that places it. */
export function useOrderByHand() {
  const { paymentMethods = ["PayPal"] } = useShop();
  const rules = orderRules(useSelling());
  const address = useAddressForm(blankAddress, rules);
  const [customer, setCustomer] = useState<HandCustomer>(null);
  const [guest, setGuest] = useState({ name: "", email: "" });
  const [lines, setLines] = useState<HandLine[]>([]);
  const [method, setMethod] = useState<string | undefined>(undefined);
  const [payment, setPayment] = useState<HandPayment>(paymentMethods[0] ?? "PayPal");
  const [texts, setTexts] = useState<Texts>(noTexts);
  const taxNumber = texts.taxNumber.trim();
  const priced = {
    orderItems: toOrderItems(lines),
    ...(method === undefined ? {} : { deliveryMethod: method }),
    ...(taxNumber === "" ? {} : { taxNumber }),
  };
  const quote = trpc.admin.orders.quoteByHand.useQuery(
    { ...priced, place: placeOf(address.values) },
    { enabled: canBePriced(lines), placeholderData: keepPreviousData, retry: false },
  );
  const total = quote.data?.totalPrice;
  const place = usePlacing(() => ({
    ...priced,
    customer: customer === null ? guest : { id: customer._id },
    shippingAddress: toShippingAddress(address.values, rules),
    paymentMethod: payment === "received" ? "Bank Transfer" : payment,
    priceReason: texts.priceReason,
    note: texts.note,
    ...(payment === "received" && { received: { reference: texts.reference } }),
    ...(total !== undefined && { expectedTotal: total }),
  }));
  function submit(): void {
    const complaints = addressErrors(address.values, rules);
    address.setErrors(complaints);
    if (Object.keys(complaints).length === 0) place.start();
  }
  return {
    address,
    rules,
    customer,
    setCustomer,
    guest,
    setGuest,
    lines,
    setLines,
    method,
    setMethod,
    payment,
    setPayment,
    paymentMethods,
    texts,
    quote,
    submit,
    setText: (name: keyof Texts, value: string) => setTexts({ ...texts, [name]: value }),
    failure: place.failure,
    isPlacing: place.isPlacing,
    errors: fieldErrorsOf(place.failure),
  };
}

export type EnteredOrder = ReturnType<typeof useOrderByHand>;

type Placed = Parameters<ReturnType<typeof trpc.admin.orders.placeByHand.useMutation>["mutateAsync"]>[0];

/** Places the order once, however often it is sent, and leads to it. */
function usePlacing(read: () => Placed) {
  const key = useRef(crypto.randomUUID());
  const navigate = useNavigate();
  const oneAtATime = useOneAtATime();
  const utils = trpc.useUtils();
  const placing = trpc.admin.orders.placeByHand.useMutation({
    onSuccess: (order) => {
      notify.success("Order entered");
      void utils.admin.orders.invalidate();
      void navigate(orderPath(order._id));
    },
    // What is sent after a refusal is another order.
    onError: (error) => {
      if (error.data != null) key.current = crypto.randomUUID();
    },
  });
  return {
    start: () => oneAtATime(() => placing.mutateAsync({ ...read(), key: key.current })),
    failure: placing.error,
    isPlacing: placing.isPending,
  };
}

function placeOf({ country, region, postalCode }: { country: string; region: string; postalCode: string }) {
  return { country: country.slice(0, 100), region: region.slice(0, 60), postalCode: postalCode.slice(0, 20) };
}
