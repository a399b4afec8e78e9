import { orderByHandSchema } from "@shop/shared/order/order-by-hand";
import type { OpenDraft } from "@shop/shared/order/order-draft";
import { keepPreviousData } from "@tanstack/react-query";
import { useState } from "react";
import { blankAddress } from "../../../../lib/address-text.ts";
import { addressErrors, orderRules, toShippingAddress } from "../../../../lib/address-values.ts";
import { useOneAtATime } from "../../../../lib/one-at-a-time.ts";
import { fieldErrorsOf } from "../../../../lib/request-failure.ts";
import { useRequestKey } from "../../../../lib/request-key.ts";
import { useSelling } from "../../../../lib/selling.ts";
import { trpc } from "../../../../lib/trpc.ts";
import { useLeaveGuard } from "../../../../lib/use-leave-guard.ts";
import { useAddressForm } from "../../../../ui/address-fields.tsx";
import { notify } from "../../../../ui/notify.ts";
import { useShop } from "../../../../ui/shop-identity.ts";
import {
  canBePriced,
  emptyOrder,
  type HandTexts,
  type HandValues,
  toOrderItems,
  valuesOfDraft,
} from "./hand-values.ts";
import { useDraftSaving } from "./use-draft-saving.ts";
import { useLeadToOrder } from "./use-lead-to-order.ts";

/** What has been entered of an order, what it comes to, and the acts that place it or keep it for later. */
export function useOrderByHand(draft: OpenDraft | undefined) {
  const { paymentMethods = ["PayPal"] } = useShop();
  const rules = orderRules(useSelling());
  const address = useAddressForm(draft?.draft.address ?? blankAddress, rules);
  const first = paymentMethods[0] ?? "PayPal";
  const [values, setValues] = useState(() => (draft === undefined ? emptyOrder(first) : valuesOfDraft(draft)));
  const [isChanged, setChanged] = useState(false);
  const set = (change: Partial<HandValues>) => {
    setChanged(true);
    setValues((before) => ({ ...before, ...change }));
  };
  const drafting = useDraftSaving({
    opened: draft,
    read: () => ({ values, address: address.getValues() }),
    onSaved: () => {
      setChanged(false);
      address.resetDirty();
    },
  });
  const quote = useHandQuote(values, address.values);
  const total = quote.data?.totalPrice;
  const readOrder = () => ({
    ...pricedOf(values),
    customer:
      values.customer === null
        ? { is: "new" as const, ...values.guest }
        : { is: "account" as const, id: values.customer._id },
    isCounterSale: values.isCounterSale,
    ...(values.isCounterSale
      ? { counterRegion: values.texts.counterRegion }
      : { shippingAddress: toShippingAddress(address.values, rules) }),
    paymentMethod: values.payment === "received" ? ("Bank Transfer" as const) : values.payment,
    priceReason: values.texts.priceReason,
    note: values.texts.note,
    ...(values.payment === "received" && { received: { reference: values.texts.reference } }),
    ...(total !== undefined && { expectedTotal: total }),
    ...(drafting.saved !== undefined && { draft: drafting.saved._id }),
  });
  // Once somebody has tried to send it, what is wrong is marked until it is right.
  const [isTried, setTried] = useState(false);
  const complaints = complaintsAbout(readOrder());
  // So that the first marked field takes the focus, once for each.
  const [refusals, setRefusals] = useState(0);
  const placing = usePlacing(readOrder, (errors) => {
    address.setErrors(addressErrorsOf(errors));
    setRefusals((before) => before + 1);
  });
  const held = useLeaveGuard((isChanged || address.isDirty()) && placing.placed === undefined);
  useLeadToOrder(placing.placed);
  function submit(): void {
    const ofAddress = values.isCounterSale ? {} : addressErrors(address.values, rules);
    address.setErrors(ofAddress);
    setTried(true);
    if (Object.keys(complaints).length === 0 && Object.keys(ofAddress).length === 0) placing.start();
    else setRefusals((before) => before + 1);
  }
  return {
    values,
    set,
    setText: (name: keyof HandTexts, value: string) => set({ texts: { ...values.texts, [name]: value } }),
    address,
    rules,
    paymentMethods,
    quote,
    submit,
    failure: placing.failure,
    isPlacing: placing.isPlacing,
    /** By field: what keeps it from being sent, or what the server has refused. */
    errors: isTried && Object.keys(complaints).length > 0 ? complaints : fieldErrorsOf(placing.failure),
    refusals,
    drafting,
    held,
  };
}

export type EnteredOrder = ReturnType<typeof useOrderByHand>;

function pricedOf({ lines, method, isCounterSale, texts }: HandValues) {
  const taxNumber = texts.taxNumber.trim();
  return {
    orderItems: toOrderItems(lines),
    ...(method === undefined || isCounterSale ? {} : { deliveryMethod: method }),
    ...(taxNumber === "" ? {} : { taxNumber }),
  };
}

type Place = { country: string; region: string; postalCode: string };

/** What the order comes to, as long as all its quantities are numbers. */
function useHandQuote(values: HandValues, address: Place) {
  const place = placeOf(values.isCounterSale ? { ...address, region: values.texts.counterRegion } : address);
  return trpc.admin.ordersByHand.quote.useQuery(
    {
      ...pricedOf(values),
      isCounterSale: values.isCounterSale,
      place,
      ...(values.payment === "On Delivery" && { isPaidOnDelivery: true }),
    },
    { enabled: canBePriced(values.lines), placeholderData: keepPreviousData, retry: false },
  );
}

type Placed = Parameters<ReturnType<typeof trpc.admin.ordersByHand.place.useMutation>["mutateAsync"]>[0];

/** Places the order once, however often it is sent: also where an answer of the server did not say what became of it. */
function usePlacing(read: () => Placed, onRefused: (errors: Record<string, string>) => void) {
  const keys = useRequestKey();
  const oneAtATime = useOneAtATime();
  const utils = trpc.useUtils();
  const placing = trpc.admin.ordersByHand.place.useMutation({
    onSuccess: () => {
      keys.forget();
      notify.success("Order entered");
      void utils.admin.orders.invalidate();
      void utils.admin.ordersByHand.drafts.invalidate();
    },
    onError: (error) => {
      onRefused(fieldErrorsOf(error));
      // It may have been refused because of another price or stock.
      void utils.admin.ordersByHand.quote.invalidate();
    },
  });
  return {
    start: () =>
      oneAtATime(() => {
        const order = read();
        return placing.mutateAsync({ ...order, key: keys.keyFor(order) });
      }),
    failure: placing.error,
    isPlacing: placing.isPending,
    placed: placing.data?._id,
  };
}

/** What the server would refuse, by field; the address has errors of its own. */
function complaintsAbout(order: Placed): Record<string, string> {
  const issues = orderByHandSchema.safeParse(order).error?.issues ?? [];
  const others = issues.filter(({ path }) => path[0] !== "shippingAddress");
  return Object.fromEntries(others.map(({ path, message }) => [path.join("."), message]).toReversed());
}

/** The errors of the address by its fields. */
function addressErrorsOf(errors: Record<string, string>): Record<string, string> {
  const prefix = "shippingAddress.";
  const ofAddress = Object.entries(errors).filter(([path]) => path.startsWith(prefix));
  return Object.fromEntries(ofAddress.map(([path, message]) => [path.slice(prefix.length), message]));
}

function placeOf({ country, region, postalCode }: Place) {
  return { country: country.slice(0, 100), region: region.slice(0, 60), postalCode: postalCode.slice(0, 20) };
}
