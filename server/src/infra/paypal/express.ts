import { z } from "zod";
import { ProviderError, type ProviderExpress, type ProviderPayer } from "../payment-provider.ts";
import { refusedCreation, toMoney } from "./answers.ts";
import type { AskProvider } from "./http.ts";
import type { LiveSettings } from "./settings.ts";

const text = z
  .string()
  .nullish()
  .catch(null)
  .transform((value) => value ?? "");
const linksSchema = z.object({ links: z.array(z.object({ href: z.url(), rel: z.string() })) });

const approvedSchema = z.object({
  id: z.string(),
  status: z.string(),
  payer: z
    .object({
      email_address: text,
      name: z.object({ given_name: text, surname: text }).nullish().catch(null),
    })
    .nullish()
    .catch(null),
  purchase_units: z.array(
    z.object({
      custom_id: z.string().optional(),
      shipping: z
        .object({
          name: z.object({ full_name: text }).nullish().catch(null),
          address: z
            .object({
              address_line_1: text,
              address_line_2: text,
              admin_area_1: text,
              admin_area_2: text,
              postal_code: text,
              country_code: z.string().regex(/^[A-Z]{2}$/),
            })
            .nullish()
            .catch(null),
        })
        .nullish()
        .catch(null),
    }),
  ),
});

/** Orders that are approved before there is an order of the shop: PayPal asks its customer for the address. */
export function expressCalls(ask: AskProvider, settings: LiveSettings): ProviderExpress {
  const pathOf = (id: string) => `/v2/checkout/orders/${encodeURIComponent(id)}`;
  return {
    createOrder: async ({ customId, amountCents, currency, requestId, shopName, approvedUrl, cancelledUrl }, until) => {
      const { merchantId } = settings;
      const unit = {
        custom_id: customId,
        amount: toMoney(amountCents, currency),
        ...(merchantId === undefined ? {} : { payee: { merchant_id: merchantId } }),
      };
      const context = {
        brand_name: shopName,
        shipping_preference: "GET_FROM_FILE",
        // The customer sees the total in the shop before paying.
        user_action: "CONTINUE",
        return_url: approvedUrl,
        cancel_url: cancelledUrl,
      };
      const json = JSON.stringify({ intent: "CAPTURE", purchase_units: [unit], application_context: context });
      const path = "/v2/checkout/orders";
      const answer = await ask({ call: "create order", method: "POST", path, requestId, json }, until);
      return refusedCreation(answer) ?? { is: "created", approvalUrl: approvalUrlOf(answer.body, settings) };
    },

    readPayer: async (id, until) => {
      const { status, body } = await ask({ call: "read order", method: "GET", path: pathOf(id) }, until);
      if (status === 404) return null;
      const parsed = approvedSchema.safeParse(body);
      if (status !== 200 || !parsed.success || parsed.data.id !== id) {
        throw new ProviderError(`no order read, status ${status}`);
      }
      return parsed.data.status === "APPROVED" ? toPayer(parsed.data) : null;
    },

    nameOrder: async (id, { orderId, amountCents, currency }, until) => {
      const place = "/purchase_units/@reference_id=='default'";
      const json = JSON.stringify([
        { op: "replace", path: `${place}/amount`, value: toMoney(amountCents, currency) },
        { op: "replace", path: `${place}/custom_id`, value: orderId },
        // The provider refuses a second capture with the same invoice id.
        { op: "add", path: `${place}/invoice_id`, value: orderId },
      ]);
      const { status } = await ask({ call: "change order", method: "PATCH", path: pathOf(id), json }, until);
      if (status >= 200 && status < 300) return true;
      if (status === 400 || status === 404 || status === 422) return false;
      throw new ProviderError(`order not changed, status ${status}`);
    },
  };
}

/** The page of an order, if it is one of the provider's own: customers are sent to no other. */
function approvalUrlOf(body: unknown, { scriptBase }: LiveSettings): string {
  const links = linksSchema.safeParse(body).data?.links ?? [];
  const approval = links.find(({ rel }) => rel === "approve" || rel === "payer-action")?.href;
  const host = approval === undefined ? undefined : new URL(approval).hostname;
  const isOwn = host !== undefined && (host === new URL(scriptBase).hostname || /(^|\.)paypal\.com$/.test(host));
  if (approval === undefined || !isOwn) throw new ProviderError("no page to approve the order");
  return approval;
}

function toPayer({ payer: approver, purchase_units }: z.output<typeof approvedSchema>) {
  const [unit] = purchase_units;
  const { given_name = "", surname = "" } = approver?.name ?? {};
  const place = unit?.shipping?.address;
  const address = place && {
    name: unit?.shipping?.name?.full_name ?? "",
    lines: [place.address_line_1, place.address_line_2].filter((line) => line !== "").join(", "),
    city: place.admin_area_2,
    region: place.admin_area_1,
    postalCode: place.postal_code,
    countryCode: place.country_code,
  };
  const payer: ProviderPayer = {
    name: [given_name, surname].filter((part) => part !== "").join(" "),
    email: approver?.email_address ?? "",
    address: address ?? null,
  };
  return { customId: unit?.custom_id, payer };
}
