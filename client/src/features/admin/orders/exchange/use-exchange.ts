import { type Exchangeable, exchangeGoodsSchema } from "@shop/shared/order/exchange";
import type { Order } from "@shop/shared/order/order";
import type { PaymentMethod } from "@shop/shared/shop";
import { keepPreviousData } from "@tanstack/react-query";
import { useState } from "react";
import { useOneAtATime } from "../../../../lib/one-at-a-time.ts";
import { fieldErrorsOf } from "../../../../lib/request-failure.ts";
import { useRequestKey } from "../../../../lib/request-key.ts";
import { trpc } from "../../../../lib/trpc.ts";
import { useLeaveGuard } from "../../../../lib/use-leave-guard.ts";
import { notify } from "../../../../ui/notify.ts";
import { useShop } from "../../../../ui/shop-identity.ts";
import { useOrderRefresh } from "../../parts/use-order-refresh.ts";
import { canBePriced, type HandLine, toOrderItems } from "../by-hand/hand-values.ts";
import { useLeadToOrder } from "../by-hand/use-lead-to-order.ts";
import { checkUnits } from "../refund-values.ts";
import { toLine } from "../to-line.ts";

type ExchangeTexts = { reason: string; priceReason: string; reference: string };

type ExchangeValues = {
  /** By product: how many units are taken back of an order that was not sent. */
  units: Record<string, number | string>;
  lines: HandLine[];
  isDeliveryFree: boolean;
  method: string | undefined;
  /** What the exchange pays; absent for what is due. */
  amount: number | string | undefined;
  payment: PaymentMethod | "received";
  texts: ExchangeTexts;
};

export type ExchangeProps = { order: Order; exchangeable: Exchangeable; returnId: string | undefined };

/** What is taken back and what is sent, what that comes to, and the act that exchanges it. */
export function useExchange({ order, exchangeable, returnId }: ExchangeProps) {
  const { paymentMethods = ["PayPal"] } = useShop();
  const [values, setValues] = useState<ExchangeValues>(() => ({
    units: {},
    lines: [],
    isDeliveryFree: true,
    method: undefined,
    amount: undefined,
    payment: paymentMethods.find((each) => each === order.paymentMethod) ?? paymentMethods[0] ?? "PayPal",
    texts: { reason: "Exchanged as you asked", priceReason: "", reference: "" },
  }));
  const [isChanged, setChanged] = useState(false);
  const set = (change: Partial<ExchangeValues>) => {
    setChanged(true);
    setValues((before) => ({ ...before, ...change }));
  };
  const { items, badUnits } = readUnits(values.units, exchangeable.lines);
  const takenBack = returnId === undefined ? { items } : { return: returnId };
  const sent = {
    orderItems: toOrderItems(values.lines),
    isDeliveryFree: values.isDeliveryFree,
    ...(values.isDeliveryFree || values.method === undefined ? {} : { deliveryMethod: values.method }),
  };
  const isTakenBack = returnId !== undefined || (items.length > 0 && Object.keys(badUnits).length === 0);
  const isComplete = isTakenBack && canBePriced(values.lines);
  const quote = trpc.admin.exchanges.quote.useQuery(
    { id: order._id, ...takenBack, ...sent, ...(values.payment === "On Delivery" && { isPaidOnDelivery: true }) },
    { enabled: isComplete, placeholderData: keepPreviousData, retry: false },
  );
  const total = quote.data?.totalPrice;
  const amount = values.amount ?? quote.data?.due ?? "";
  const readExchange = () => ({
    ...takenBack,
    ...sent,
    amount: amount === "" ? Number.NaN : Number(amount),
    reason: toLine(values.texts.reason),
    priceReason: values.texts.priceReason,
    paymentMethod: values.payment === "received" ? ("Bank Transfer" as const) : values.payment,
    ...(values.payment === "received" && { received: { reference: values.texts.reference } }),
    ...(total !== undefined && { expectedTotal: total }),
  });
  // Once somebody has tried to send it, what is wrong is marked until it is right.
  const [isTried, setTried] = useState(false);
  // So that the first marked field takes the focus, once for each.
  const [refusals, setRefusals] = useState(0);
  const complaints = complaintsAbout(readExchange());
  const saving = useSaving(order._id, readExchange);
  const held = useLeaveGuard(isChanged && saving.placed === undefined);
  useLeadToOrder(saving.placed);
  // What is due belongs to what was chosen before, until the next answer is here.
  const isPricing = quote.isPlaceholderData;
  function submit(): void {
    if (isPricing) return;
    setTried(true);
    if (Object.keys(complaints).length === 0 && Object.keys(badUnits).length === 0) saving.start();
    else setRefusals((before) => before + 1);
  }
  return {
    values,
    set,
    setText: (name: keyof ExchangeTexts, value: string) => set({ texts: { ...values.texts, [name]: value } }),
    amount,
    badUnits,
    isComplete,
    quote,
    paymentMethods,
    submit,
    failure: saving.failure,
    isSaving: saving.isSaving,
    isPricing,
    /** By field: what keeps it from being sent, or what the server has refused. */
    errors: isTried && Object.keys(complaints).length > 0 ? complaints : fieldErrorsOf(saving.failure),
    refusals,
    held,
  };
}

/** The chosen units, and what is wrong with their numbers, by product. */
function readUnits(units: ExchangeValues["units"], lines: Exchangeable["lines"]) {
  const items = lines.flatMap(({ product }) => {
    const qty = Number(units[product] ?? 0);
    return qty === 0 ? [] : [{ product, qty }];
  });
  const bad = lines.flatMap(({ product, qty }) => {
    const problem = checkUnits(Number(units[product] ?? 0), qty);
    return problem === null ? [] : [[product, problem] as const];
  });
  return { items, badUnits: Object.fromEntries(bad) };
}

/** What is wrong with an exchange, by field. */
function complaintsAbout(exchange: Request): Record<string, string> {
  const issues = exchangeGoodsSchema.safeParse(exchange).error?.issues ?? [];
  return Object.fromEntries(issues.map(({ path, message }) => [path.join("."), message]).toReversed());
}

export type EnteredExchange = ReturnType<typeof useExchange>;

type Request = Omit<Parameters<ReturnType<typeof trpc.admin.exchanges.exchange.useMutation>["mutateAsync"]>[0], "id">;

/** Exchanges once, however often it is sent: also where an answer of the server did not say what became of it. */
function useSaving(id: string, read: () => Request) {
  const keys = useRequestKey();
  const utils = trpc.useUtils();
  const refresh = useOrderRefresh();
  const oneAtATime = useOneAtATime();
  const saving = trpc.admin.exchanges.exchange.useMutation({
    onSuccess: () => {
      keys.forget();
      notify.success("Exchange entered");
    },
    // It may have been refused because of another price or stock.
    onError: () => void utils.admin.exchanges.quote.invalidate(),
    onSettled: () => {
      refresh();
      void utils.admin.orders.invalidate();
      void utils.order.returns.invalidate({ id });
    },
  });
  return {
    start: () => {
      const request = { id, ...read() };
      return oneAtATime(() => saving.mutateAsync({ ...request, key: keys.keyFor(request) }));
    },
    failure: saving.error,
    isSaving: saving.isPending,
    placed: saving.data?._id,
  };
}
