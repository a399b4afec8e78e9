import { type CarrierId, type NewParcel, newParcelSchema, newParcelsSchema } from "@shop/shared/order/parcel";
import { useRef, useState } from "react";

/** A parcel that is being entered. `key` identifies its fields. */
export type ParcelDraft = { key: number; carrier: CarrierId; trackingNumber: string; error: string | null };

type ParcelDrafts = {
  drafts: readonly ParcelDraft[];
  change: (key: number, values: Partial<Pick<ParcelDraft, "carrier" | "trackingNumber">>) => void;
  add: () => void;
  remove: (key: number) => void;
  /** The entered parcels, without empty ones; `null` if one is not valid, which then shows at its field. */
  read: () => NewParcel[] | null;
};

/** The id of the field of a draft's number. */
export function draftFieldId(key: number): string {
  return `parcel-number-${key}`;
}

/** The parcels of an order that is about to be shipped. One empty draft is there from the start. */
export function useParcelDrafts(): ParcelDrafts {
  const nextKey = useRef(1);
  const [drafts, setDrafts] = useState<readonly ParcelDraft[]>([emptyDraft(0, "ups")]);
  return {
    drafts,
    change: (key, values) =>
      setDrafts((now) => now.map((draft) => (draft.key === key ? { ...draft, ...values, error: null } : draft))),
    add: () => {
      const draft = emptyDraft(nextKey.current, drafts.at(-1)?.carrier ?? "ups");
      nextKey.current += 1;
      setDrafts((now) => [...now, draft]);
    },
    remove: (key) => setDrafts((now) => now.filter((draft) => draft.key !== key)),
    read: () => {
      const filled = drafts.filter(({ trackingNumber }) => trackingNumber.trim() !== "");
      const errors = new Map(filled.map((draft) => [draft.key, errorOf(draft, filled)]));
      const first = filled.find(({ key }) => errors.get(key) !== null);
      if (first === undefined) return newParcelsSchema.parse(filled);
      setDrafts((now) => now.map((draft) => ({ ...draft, error: errors.get(draft.key) ?? null })));
      document.getElementById(draftFieldId(first.key))?.focus();
      return null;
    },
  };
}

function emptyDraft(key: number, carrier: CarrierId): ParcelDraft {
  return { key, carrier, trackingNumber: "", error: null };
}

function errorOf(draft: ParcelDraft, all: readonly ParcelDraft[]): string | null {
  const parsed = newParcelSchema.safeParse(draft);
  if (!parsed.success) return parsed.error.issues[0]?.message ?? null;
  const earlier = all.slice(0, all.indexOf(draft)).map((other) => newParcelSchema.safeParse(other).data);
  const isRepeated = earlier.some((other) => other?.trackingNumber === parsed.data.trackingNumber);
  return isRepeated ? "Another parcel has this number" : null;
}
