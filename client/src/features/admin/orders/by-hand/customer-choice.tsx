import "@mantine/core/styles/Combobox.layer.css";
import "@mantine/core/styles/Popover.layer.css";
import "@mantine/core/styles/ScrollArea.layer.css";
import { Button, Group, Select, SimpleGrid, Text, TextInput } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { keepPreviousData } from "@tanstack/react-query";
import { useState } from "react";
import { cachedBriefly } from "../../../../lib/query-client.ts";
import { trpc } from "../../../../lib/trpc.ts";
import { AdminPanel } from "../../parts/admin-panel.tsx";
import type { HandCustomer } from "./hand-values.ts";

/** How long a pause in typing is before customers are looked for; in milliseconds. */
const pauseMs = 250;

type CustomerChoiceProps = {
  customer: HandCustomer;
  onChoose: (customer: HandCustomer) => void;
  guest: { name: string; email: string };
  onGuest: (guest: { name: string; email: string }) => void;
  errors: Record<string, string>;
};

/** Whose order it is: a known customer, or the name and email of a new one. */
export function CustomerChoice({ customer, onChoose, guest, onGuest, errors }: CustomerChoiceProps) {
  const [search, setSearch] = useState("");
  const [asked] = useDebouncedValue(search.trim(), pauseMs);
  const found = trpc.admin.users.page.useQuery(
    { search: asked, pageSize: 10, pageNumber: 1 },
    { ...cachedBriefly, enabled: asked !== "", placeholderData: keepPreviousData },
  );
  const rows = asked === "" ? [] : (found.data?.rows ?? []);
  return (
    <AdminPanel title="Customer">
      {customer !== null ? (
        <Group justify="space-between" wrap="nowrap">
          <Text miw={0} style={{ overflowWrap: "anywhere" }}>
            {customer.name}, {customer.email}
          </Text>
          <Button variant="default" flex="none" onClick={() => onChoose(null)}>
            Another one
          </Button>
        </Group>
      ) : (
        <>
          <Select
            label="Known customer"
            placeholder="Name or email"
            searchable
            clearable
            searchValue={search}
            onSearchChange={setSearch}
            value={null}
            onChange={(id) => {
              const chosen = rows.find(({ _id }) => _id === id);
              if (chosen !== undefined) onChoose({ _id: chosen._id, name: chosen.name, email: chosen.email });
            }}
            data={rows.map(({ _id, name, email }) => ({ value: _id, label: `${name}, ${email}` }))}
            filter={({ options }) => options}
            nothingFoundMessage={asked === "" || found.isFetching ? undefined : "Nobody found."}
            error={errors.customer}
          />
          <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
            <TextInput
              label="Name of a new customer"
              autoComplete="off"
              value={guest.name}
              onChange={({ currentTarget: { value } }) => onGuest({ ...guest, name: value })}
              error={errors["customer.name"]}
            />
            <TextInput
              label="Email"
              type="email"
              autoComplete="off"
              value={guest.email}
              onChange={({ currentTarget: { value } }) => onGuest({ ...guest, email: value })}
              error={errors["customer.email"]}
            />
          </SimpleGrid>
        </>
      )}
    </AdminPanel>
  );
}
