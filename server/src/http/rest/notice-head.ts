import { z } from "zod";

/** What the provider signs its notices with. */
export const noticeHeadSchema = z.object({
  "paypal-auth-algo": z.string(),
  "paypal-cert-url": z.string(),
  "paypal-transmission-id": z.string(),
  "paypal-transmission-sig": z.string(),
  "paypal-transmission-time": z.string(),
});
