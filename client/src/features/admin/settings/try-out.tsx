import { Button, Group, Text } from "@mantine/core";
import type { OnlineProvider } from "@shop/shared/order/online-providers";
import type { TestOutcome } from "@shop/shared/settings/settings";
import { messageOf } from "../../../lib/request-failure.ts";
import { trpc } from "../../../lib/trpc.ts";
import { StateAlert } from "../../../ui/state-alert.tsx";

type TryOutProps = {
  label: string;
  /** What is said of a success. */
  fine: string;
  help: string;
  test: { data: TestOutcome | undefined; error: unknown; isPending: boolean; mutate: () => void };
};

/** A button that tries out what is saved, and what came of it. */
function TryOut({ label, fine, help, test }: TryOutProps) {
  const { data, error, isPending } = test;
  const failure = data?.isFine === false ? data.reason : error === null ? undefined : messageOf(error, "That failed");
  return (
    <div>
      <Group gap="md">
        <Button variant="default" aria-disabled={isPending || undefined} onClick={() => !isPending && test.mutate()}>
          {isPending ? "One moment…" : label}
        </Button>
        <Text size="sm" c="dimmed">
          {help}
        </Text>
      </Group>
      <div role="status">
        {failure !== undefined && <StateAlert tone="warning">{failure}</StateAlert>}
        {data?.isFine === true && <StateAlert tone="success">{fine}</StateAlert>}
      </div>
    </div>
  );
}

/** Sends a mail to the administrator who presses. */
export function TryMail() {
  const test = trpc.admin.settings.testMail.useMutation();
  return (
    <TryOut
      label="Send me a test"
      help="By the mail server that is saved, to your own address."
      fine="Sent. Look into your mailbox, and into its spam folder if it is not there."
      test={test}
    />
  );
}

const providerNames: Record<OnlineProvider, string> = { paypal: "PayPal", stripe: "Stripe" };

/** Signs in to a payment provider by what is saved. */
export function TryPayments({ provider }: { provider: OnlineProvider }) {
  const test = trpc.admin.settings.testPayments.useMutation();
  const name = providerNames[provider];
  return (
    <TryOut
      label="Try the connection"
      help={`Signs in to ${name}. No money moves.`}
      fine={`${name} accepts the shop.`}
      test={{ ...test, mutate: () => test.mutate({ provider }) }}
    />
  );
}
