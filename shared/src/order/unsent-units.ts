import type { Parcel } from "./parcel.ts";

type Line = { product: string; qty: number };

/** The lines of an order less the units that its parcels have; lines without any are left out. */
export function unsentUnits<Of extends Line>(lines: readonly Of[], parcels: readonly Pick<Parcel, "items">[]): Of[] {
  const packed = parcels.flatMap(({ items }) => items);
  return lines.flatMap((line) => {
    const sent = packed.reduce((sum, { product, qty }) => (product === line.product ? sum + qty : sum), 0);
    return line.qty > sent ? [{ ...line, qty: line.qty - sent }] : [];
  });
}
