import { z } from "zod";

/** Parts that several responses share, in wire format. */

/** The id of a record. */
export const wireIdSchema = z.uuid().meta({
  description: "A UUID, made by the shop.",
  examples: ["01990a4e-7c21-7cc2-b1f0-3d6a52a1c001"],
});

/** The OpenAPI metadata of an amount, which has at most two decimals. */
export const amountMeta = {
  description: "In the shop's currency, with at most its decimals; US dollars and two unless the shop says otherwise.",
  format: "decimal",
  minimum: 0,
  examples: [19.99],
};
export const wireAmountSchema = z.number().meta(amountMeta);

/** A timestamp: ISO 8601, UTC. */
export const timestampSchema = z.iso.datetime().meta({
  description: "ISO 8601, UTC, to the millisecond.",
  examples: ["2026-03-01T09:30:00.000Z"],
});
