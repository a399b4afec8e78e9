import { Button, Stack, Text, Title } from "@mantine/core";
import { useId } from "react";
import { useOneAtATime } from "../../lib/one-at-a-time.ts";
import { messageOf } from "../../lib/request-failure.ts";
import { trpc } from "../../lib/trpc.ts";
import { notify } from "../../ui/notify.ts";

/** Lets a guest customer make the links in the mails so far useless, for instance after forwarding one. */
export function OrderLinks() {
  const id = useId();
  const oneAtATime = useOneAtATime();
  const revoke = trpc.account.revokeOrderLinks.useMutation({
    onSuccess: ({ message }) => notify.success(message),
    onError: (error) => notify.error(messageOf(error, "The links could not be stopped. Please try again.")),
  });
  return (
    <Stack component="section" gap="md" align="flex-start" aria-labelledby={id}>
      <Title order={2} id={id} fz="lg" lh="lg" fw={650}>
        Links in Our Mails
      </Title>
      <Text c="dimmed">
        Each mail about an order has a link that opens it for thirty days. Did somebody else get one of them? Then stop
        those that we have sent so far.
      </Text>
      <Button
        variant="default"
        aria-disabled={revoke.isPending || undefined}
        onClick={() => oneAtATime(() => revoke.mutateAsync())}
      >
        Stop these links
      </Button>
    </Stack>
  );
}
