import { Button, Group, Stack, Text, TextInput } from "@mantine/core";
import { carrierIds, type NewParcel } from "@shop/shared/order/parcel";
import { parcelsMax } from "@shop/shared/shop";
import { type Ref, useEffect, useImperativeHandle, useRef } from "react";
import { useFocusOnNext } from "../../../lib/use-focus-on-next.ts";
import { AdminPanel } from "../parts/admin-panel.tsx";
import { CarrierSelect } from "./carrier-select.tsx";
import { draftFieldId, type ParcelDraft, useParcelDrafts } from "./use-parcel-drafts.ts";

type ParcelDraftsProps = {
  /** Reads the entered parcels when the step is taken; `null` if one is not valid. */
  reader: Ref<() => NewParcel[] | null>;
};

/** The fields for the parcels of an order that is shipped next. They are sent with that step. */
export function ParcelDrafts({ reader }: ParcelDraftsProps) {
  const { drafts, change, add, remove, read } = useParcelDrafts();
  const section = useRef<HTMLElement>(null);
  useImperativeHandle(reader, () => read);
  useFocusOnNext(section, drafts.length, "input");
  return (
    <AdminPanel ref={section} title="Parcels" titleSize="lg">
      <Text c="dimmed">With a tracking number, the customer can follow the parcel. You can also add it later.</Text>
      {drafts.map((draft, place) => (
        <DraftFields
          key={draft.key}
          draft={draft}
          name={drafts.length === 1 ? "" : ` of parcel ${place + 1}`}
          onChange={(values) => change(draft.key, values)}
          {...(drafts.length > 1 && { onRemove: () => remove(draft.key) })}
        />
      ))}
      {drafts.length < parcelsMax && (
        <Button variant="default" fullWidth onClick={add}>
          Add another parcel
        </Button>
      )}
    </AdminPanel>
  );
}

type DraftFieldsProps = {
  draft: ParcelDraft;
  /** Tells the fields of several parcels apart. */
  name: string;
  onChange: (values: Partial<ParcelDraft>) => void;
  onRemove?: () => void;
};

function DraftFields({ draft, name, onChange, onRemove }: DraftFieldsProps) {
  const { key } = draft;
  // Whoever asks for another parcel wants to fill it in.
  useEffect(() => {
    if (key > 0) document.getElementById(draftFieldId(key))?.focus();
  }, [key]);
  return (
    <Stack gap="sm" pb={name === "" ? 0 : "sm"}>
      <CarrierSelect
        label={`Carrier${name}`}
        value={draft.carrier}
        onChange={({ currentTarget: { value } }) => {
          const carrier = carrierIds.find((known) => known === value);
          if (carrier !== undefined) onChange({ carrier });
        }}
      />
      <TextInput
        id={draftFieldId(draft.key)}
        label={`Tracking number${name}`}
        value={draft.trackingNumber}
        error={draft.error}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={100}
        onChange={({ currentTarget: { value } }) => onChange({ trackingNumber: value })}
      />
      {onRemove !== undefined && (
        <Group justify="flex-end">
          <Button variant="subtle" aria-label={`Remove the fields${name}`} onClick={onRemove}>
            Remove
          </Button>
        </Group>
      )}
    </Stack>
  );
}
