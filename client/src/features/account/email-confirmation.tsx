import "@mantine/core/styles/Stack.layer.css";
import { Button, Stack, Text } from "@mantine/core";
import { useOneAtATime } from "../../lib/one-at-a-time.ts";
import { messageOf } from "../../lib/request-failure.ts";
import { trpc } from "../../lib/trpc.ts";
import { notify } from "../../ui/notify.ts";
import { StateAlert } from "../../ui/state-alert.tsx";

/** Says that the user's e-mail is not confirmed yet, or was never proven, and sends the mail with the link again. */
export function EmailConfirmation() {
  const { data } = trpc.account.emailConfirmation.useQuery();
  const oneAtATime = useOneAtATime();
  const send = trpc.account.sendEmailConfirmation.useMutation({
    onSuccess: () => {
      notify.withdrawErrors();
      notify.success("We have sent the mail again");
    },
    onError: (error) => notify.error(messageOf(error, "The mail could not be sent")),
  });
  // If it cannot be read, the profile is usable without it.
  if (data === undefined || data.isProven) return null;
  return (
    <Stack gap="md" mb="xl" align="flex-start">
      <StateAlert tone={data.isConfirmed ? "info" : "warning"}>Your email is not confirmed yet</StateAlert>
      {data.isConfirmed ? (
        <p>Please open the link in our mail to you. If you ever forget your password, it is your way back in.</p>
      ) : (
        <p>
          Please open the link in the mail to your new address. Until then our mails go to{" "}
          <Text span style={{ overflowWrap: "anywhere" }}>
            {data.mailsGoTo}
          </Text>
          .
        </p>
      )}
      <Button
        variant="default"
        aria-disabled={send.isPending || undefined}
        onClick={() => oneAtATime(() => send.mutateAsync())}
      >
        {send.isPending ? "Sending…" : "Send the Mail Again"}
      </Button>
    </Stack>
  );
}
