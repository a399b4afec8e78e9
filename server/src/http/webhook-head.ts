import { z } from "zod";

/** The headers of a webhook's signature. */
export const webhookHeadSchema = z.object({
  "paypal-auth-algo": z.string(),
  "paypal-cert-url": z.string(),
  "paypal-transmission-id": z.string(),
  "paypal-transmission-sig": z.string(),
  "paypal-transmission-time": z.string(),
});
