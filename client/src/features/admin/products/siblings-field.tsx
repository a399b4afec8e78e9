import { Button, Fieldset, List, Text } from "@mantine/core";
import { useState } from "react";
import { lazyPart } from "../../../lib/lazy-part.tsx";
import { cachedForEditing } from "../../../lib/query-client.ts";
import { messageOf } from "../../../lib/request-failure.ts";
import { trpc } from "../../../lib/trpc.ts";
import { ErrorAlert } from "../../../ui/error-alert.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { MissingModal } from "../parts/missing-modal.ts";

// Lazy, because few products have siblings.
const SiblingsModal = lazyPart(
  "siblings-modal",
  () => import("./siblings-modal.tsx").then((modal) => modal.SiblingsModal),
  { failed: MissingModal },
);

type SiblingsFieldProps = { product: { _id: string; name: string; image: string } };

/** The products that are the same but for a color or the like. They are saved apart from the form around them. */
export function SiblingsField({ product }: SiblingsFieldProps) {
  const group = trpc.admin.products.siblings.useQuery({ id: product._id }, cachedForEditing);
  // Another key for each opening, so that every opening starts with what is saved.
  const [opening, setOpening] = useState(0);
  const [isOpen, setOpen] = useState(false);
  const siblings = group.data?.siblings ?? [];
  return (
    <Fieldset
      variant="unstyled"
      legend="Siblings"
      mx={0}
      miw={0}
      styles={{ legend: { marginBottom: 8, fontWeight: 500 } }}
      // Submitting the dialog does not submit the form of the product.
      onSubmit={(event) => event.stopPropagation()}
    >
      <Text c="dimmed" mb="xs">
        The same product in other colors, sizes or styles. Their pages link to each other.
      </Text>
      {group.isPending && <Skeleton height="44px" />}
      {group.isError && (
        <ErrorAlert
          message={messageOf(group.error, "Failed to load siblings")}
          onRetry={() => void group.refetch()}
          isRetrying={group.isFetching}
        />
      )}
      {siblings.length > 0 && (
        <List mb="sm" listStyleType="none">
          {siblings.map(({ _id, name, label, isDraft }) => (
            <List.Item key={_id}>
              <Text span inherit fw={600}>
                {label}
              </Text>{" "}
              {_id === product._id ? "this product" : name}
              {isDraft && " (draft)"}
            </List.Item>
          ))}
        </List>
      )}
      {group.data !== undefined && (
        <Button
          variant="default"
          onClick={() => {
            setOpening(opening + 1);
            setOpen(true);
          }}
          onPointerEnter={SiblingsModal.preload}
          onFocus={SiblingsModal.preload}
        >
          {siblings.length > 0 ? "Change siblings" : "Add siblings"}
        </Button>
      )}
      {opening > 0 && group.data !== undefined && (
        <SiblingsModal
          key={opening}
          product={product}
          group={group.data}
          isOpen={isOpen}
          onClose={() => setOpen(false)}
        />
      )}
    </Fieldset>
  );
}
