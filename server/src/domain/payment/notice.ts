import { payOrderSchema } from "@shop/shared/payment";
import { z } from "zod";
import { type NoticeHeaders, ProviderError } from "../../infra/paypal.ts";
import { DomainError } from "../errors.ts";
import { followNotice } from "./reconcile.ts";
import { type Till, talkUntil } from "./till.ts";

/** Word of a capture names its order beside itself; word of an order is about the order. */
const noticeSchema = z.object({
  resource: z.object({
    id: z.string().optional(),
    supplementary_data: z.object({ related_ids: z.object({ order_id: z.string() }).optional() }).optional(),
  }),
});

/**
 * Hears what the provider sends on its own: the payment that it names is
 * looked up at once. Nothing else in the notice is believed, and none that the
 * provider does not confirm as its own. Refuses with
 * PAYMENT_PROVIDER_UNAVAILABLE while it cannot be asked, so that it sends word
 * again; does not exist where no notices are set up.
 */
export async function hearNotice(till: Till, headers: NoticeHeaders | undefined, notice: unknown): Promise<void> {
  const verify = till.payments.provider?.verifyNotice;
  if (verify === undefined) throw new DomainError("NOT_FOUND", "Not found");
  const isGenuine =
    headers !== undefined &&
    (await verify(headers, notice, talkUntil()).catch((error: unknown) => {
      if (!(error instanceof ProviderError)) throw error;
      throw new DomainError("PAYMENT_PROVIDER_UNAVAILABLE", "The notice cannot be verified right now", {
        cause: error,
      });
    }));
  if (!isGenuine) throw new DomainError("FORBIDDEN", "This notice does not come from the payment provider");
  const { data } = noticeSchema.safeParse(notice);
  const id = data?.resource.supplementary_data?.related_ids?.order_id ?? data?.resource.id;
  const named = payOrderSchema.safeParse({ id });
  if (named.success) await followNotice(till, named.data.id);
}
