import type { Order } from "@shop/shared/order/order";
import { editOrderSchema, type OrderEdits } from "@shop/shared/order/order-edit";
import { keepPreviousData } from "@tanstack/react-query";
import { useState } from "react";
import { addressErrors, orderRules, toShippingAddress } from "../../../../lib/address-values.ts";
import { useOneAtATime } from "../../../../lib/one-at-a-time.ts";
import { fieldErrorsOf } from "../../../../lib/request-failure.ts";
import { useSelling } from "../../../../lib/selling.ts";
import { trpc } from "../../../../lib/trpc.ts";
import { useLeaveGuard } from "../../../../lib/use-leave-guard.ts";
import { useAddressForm } from "../../../../ui/address-fields.tsx";
import { notify } from "../../../../ui/notify.ts";
import { useOrderRefresh } from "../../parts/use-order-refresh.ts";
import { canBePriced, type HandLine, toOrderItems } from "../by-hand/hand-values.ts";
import { useLeadToOrder } from "../by-hand/use-lead-to-order.ts";

type EditTexts = { priceReason: string; words: string };

type EditValues = { lines: HandLine[]; method: string | undefined; texts: EditTexts };

/** What an order is to be, what it comes to, and the act that makes it so. */
export function useOrderEdit(order: Order, { version, scope }: OrderEdits) {
  const rules = orderRules(useSelling());
  const address = useAddressForm(order.shippingAddress, rules);
  const [values, setValues] = useState<EditValues>(() => ({
    lines: linesOf(order),
    method: undefined,
    texts: { priceReason: "", words: "" },
  }));
  const [isChanged, setChanged] = useState(false);
  const set = (change: Partial<EditValues>) => {
    setChanged(true);
    setValues((before) => ({ ...before, ...change }));
  };
  const priced = {
    orderItems: toOrderItems(values.lines),
    ...(values.method === undefined ? {} : { deliveryMethod: values.method }),
  };
  const { country, region, postalCode } = address.values;
  const quote = trpc.admin.orderEdits.quote.useQuery(
    { id: order._id, ...priced, place: { country, region, postalCode } },
    { enabled: scope === "all" && canBePriced(values.lines), placeholderData: keepPreviousData, retry: false },
  );
  const total = quote.data?.totalPrice;
  const readEdit = () => ({
    ...priced,
    shippingAddress: toShippingAddress(address.values, rules),
    ...values.texts,
    ...(total !== undefined && { expectedTotal: total }),
    version,
  });
  // Once somebody has tried to send it, what is wrong is marked until it is right.
  const [isTried, setTried] = useState(false);
  // So that the first marked field takes the focus, once for each.
  const [refusals, setRefusals] = useState(0);
  const complaints = complaintsAbout(readEdit());
  const saving = useSaving(order._id, readEdit);
  const held = useLeaveGuard((isChanged || address.isDirty()) && !saving.isSaved);
  useLeadToOrder(saving.isSaved ? order._id : undefined);
  function submit(): void {
    const ofAddress = addressErrors(address.values, rules);
    address.setErrors(ofAddress);
    setTried(true);
    if (Object.keys(complaints).length === 0 && Object.keys(ofAddress).length === 0) saving.start();
    else setRefusals((before) => before + 1);
  }
  return {
    values,
    set,
    setText: (name: keyof EditTexts, value: string) => set({ texts: { ...values.texts, [name]: value } }),
    address,
    rules,
    quote,
    submit,
    failure: saving.failure,
    isSaving: saving.isSaving,
    /** By field: what keeps it from being sent, or what the server has refused. */
    errors: isTried && Object.keys(complaints).length > 0 ? complaints : fieldErrorsOf(saving.failure),
    refusals,
    held,
  };
}

/** What is wrong with an edit beside its address, by field. */
function complaintsAbout(edit: Edit): Record<string, string> {
  const issues = editOrderSchema.safeParse(edit).error?.issues ?? [];
  const others = issues.filter(({ path }) => path[0] !== "shippingAddress");
  return Object.fromEntries(others.map(({ path, message }) => [path.join("."), message]).toReversed());
}

/** The lines of an order at the prices that were charged. */
function linesOf({ orderItems }: Order): HandLine[] {
  return orderItems.map(({ product, name, image, price, qty }) => {
    return { product, name, image, catalogPrice: price, qty, price: "" };
  });
}

type Edit = Omit<Parameters<ReturnType<typeof trpc.admin.orderEdits.edit.useMutation>["mutateAsync"]>[0], "id">;

/** Saves an edit. The same edit once more is refused by its version, and changes nothing. */
function useSaving(id: string, read: () => Edit) {
  const utils = trpc.useUtils();
  const refresh = useOrderRefresh();
  const oneAtATime = useOneAtATime();
  const saving = trpc.admin.orderEdits.edit.useMutation({
    onSuccess: () => notify.success("Order changed"),
    // It may have been refused because of another price or stock.
    onError: () => void utils.admin.orderEdits.quote.invalidate(),
    onSettled: () => {
      refresh();
      void utils.admin.orderEdits.list.invalidate({ id });
    },
  });
  return {
    start: () => oneAtATime(() => saving.mutateAsync({ id, ...read() })),
    failure: saving.error,
    isSaving: saving.isPending,
    isSaved: saving.isSuccess,
  };
}
