import { Button, Group, SimpleGrid, Text, TextInput } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { keepPreviousData } from "@tanstack/react-query";
import { useState } from "react";
import { cachedBriefly } from "../../../../lib/query-client.ts";
import { messageOf } from "../../../../lib/request-failure.ts";
import { trpc } from "../../../../lib/trpc.ts";
import { ErrorAlert } from "../../../../ui/error-alert.tsx";
import { AdminPanel } from "../../parts/admin-panel.tsx";
import { DividedList } from "../../parts/divided-list.tsx";
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
          <TextInput
            type="search"
            label="Find a customer"
            placeholder="Name or email"
            autoComplete="off"
            value={search}
            onChange={({ currentTarget: { value } }) => setSearch(value)}
            // Enter would send the whole form.
            onKeyDown={(event) => {
              if (event.key === "Enter") event.preventDefault();
            }}
            error={errors.customer}
          />
          {asked !== "" && found.isError && (
            <ErrorAlert
              message={messageOf(found.error, "Failed to look for customers")}
              onRetry={() => void found.refetch()}
              isRetrying={found.isFetching}
            />
          )}
          {asked !== "" && found.data?.rows.length === 0 && (
            <Text role="status" c="dimmed">
              {`Nobody found for “${asked}”.`}
            </Text>
          )}
          {rows.length > 0 && (
            <DividedList>
              {rows.map(({ _id, name, email }) => (
                <Group component="li" key={_id} gap="sm" py="xs" wrap="nowrap" justify="space-between">
                  <Text miw={0} style={{ overflowWrap: "anywhere" }}>
                    {name}, {email}
                  </Text>
                  <Button
                    variant="default"
                    flex="none"
                    aria-label={`Choose ${name}, ${email}`}
                    onClick={() => onChoose({ _id, name, email })}
                  >
                    Choose
                  </Button>
                </Group>
              ))}
            </DividedList>
          )}
          <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
            <TextInput
              label="Name of a new customer"
              description="They need no account."
              autoComplete="off"
              value={guest.name}
              onChange={({ currentTarget: { value } }) => onGuest({ ...guest, name: value })}
              error={errors["customer.name"]}
            />
            <TextInput
              label="Email (optional)"
              description="Without one, no mail goes out."
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
