import "@mantine/core/styles/InlineInput.layer.css";
import "@mantine/core/styles/Stack.layer.css";
import "@mantine/core/styles/Switch.layer.css";
import { Stack, Switch, Text, Title } from "@mantine/core";
import type { MailChoices as Choices } from "@shop/shared/mail";
import { useId } from "react";
import { cachedBriefly } from "../../lib/query-client.ts";
import { messageOf } from "../../lib/request-failure.ts";
import { trpc } from "../../lib/trpc.ts";
import { ErrorAlert } from "../../ui/error-alert.tsx";
import { notify } from "../../ui/notify.ts";
import { Skeleton } from "../../ui/skeleton.tsx";

const labels: { choice: keyof Choices; label: string }[] = [
  { choice: "progress", label: "Tell me about my orders' progress" },
  { choice: "reviews", label: "Ask me for reviews" },
  { choice: "marketing", label: "Tell me about news and offers" },
];

/** Which mails the customer wants. Each switch is saved at once. */
export function MailChoices() {
  const id = useId();
  const choices = trpc.account.mailChoices.useQuery(undefined, cachedBriefly);
  const utils = trpc.useUtils();
  const change = trpc.account.changeMailChoices.useMutation({
    onMutate: ({ marketing = false, ...wanted }) =>
      utils.account.mailChoices.setData(undefined, { ...wanted, marketing }),
    onSuccess: () => {
      notify.withdrawErrors();
      notify.success("Saved");
    },
    onError: (error) => {
      notify.error(messageOf(error, "Your choice could not be saved"));
      void utils.account.mailChoices.invalidate();
    },
  });
  const { data } = choices;
  return (
    <Stack component="section" gap="md" aria-labelledby={id}>
      <Title order={2} id={id} fz="lg" lh="lg" fw={650}>
        Mails
      </Title>
      {data !== undefined ? (
        labels.map(({ choice, label }) => (
          <Switch
            key={choice}
            label={label}
            checked={data[choice] ?? false}
            onChange={({ currentTarget }) => change.mutate({ ...data, [choice]: currentTarget.checked })}
          />
        ))
      ) : choices.isError ? (
        <ErrorAlert
          message={messageOf(choices.error, "Failed to load your mail settings")}
          onRetry={() => void choices.refetch()}
          isRetrying={choices.isFetching}
        />
      ) : (
        <Skeleton height="4rem" />
      )}
      <Text fz="xs" lh="xs" c="dimmed">
        Receipts, refunds and mails that protect your account are always sent.
      </Text>
    </Stack>
  );
}
