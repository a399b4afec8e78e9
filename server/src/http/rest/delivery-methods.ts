import { toWire } from "@shop/shared/money";
import { countryCodeOf } from "@shop/shared/terms-of-sale/countries";
import { deliveryMethodsTo, deliveryPrice } from "@shop/shared/terms-of-sale/delivery-methods";
import { homeCountry } from "@shop/shared/terms-of-sale/home-terms";
import { wireAmountSchema } from "@shop/shared/wire";
import { z } from "zod";
import { endpoint } from "./endpoint.ts";

const querySchema = z.object({
  country: z
    .string()
    .max(100)
    .optional()
    .meta({ description: "The country, by a code or a usual name; that of the shop without it.", examples: ["US"] }),
  postalCode: z.string().max(20).optional(),
});

const methodSchema = z.object({
  id: z.string().meta({ description: "For `deliveryMethod` of an order." }),
  name: z.string(),
  price: wireAmountSchema.meta({ description: "For a small order; larger ones can cost more or less." }),
  freeFrom: wireAmountSchema.nullable().meta({ description: "The subtotal from which it is free; null for none." }),
  pickUp: z.object({ address: z.string(), hours: z.string() }).nullable(),
});

/** The ways in which orders to an address are delivered. */
export const deliveryMethodsEndpoint = endpoint({
  method: "GET",
  path: "/api/delivery-methods",
  caller: "anyone",
  id: "listDeliveryMethods",
  tag: "Orders",
  summary: "List the delivery methods to an address",
  description:
    "None where the shop does not deliver. An order without a method gets the first one that sends the goods.",
  input: { query: querySchema },
  answers: {
    200: {
      description: "The methods.",
      schema: z.array(methodSchema),
      example: [{ id: "standard", name: "Standard", price: 10, freeFrom: 100.01, pickUp: null }],
    },
  },
  run: async ({ services, query: { country, postalCode = null } }) => {
    const { terms } = await services.terms.current(services.db);
    const place = { country: country === undefined ? homeCountry(terms) : countryCodeOf(country), postalCode };
    return deliveryMethodsTo(terms, place, { grams: 0 }).map((method) => ({
      id: method.id,
      name: method.name,
      price: toWire(deliveryPrice(method, { subtotal: 0, grams: 0 })),
      freeFrom: method.freeFrom === null ? null : toWire(method.freeFrom),
      pickUp: method.pickUp,
    }));
  },
});
