import { Button } from "@mantine/core";
import type { SignedIn } from "@shop/shared/account/account";
import { browserSupportsWebAuthnAutofill, WebAuthnAbortService } from "@simplewebauthn/browser";
import { IconFingerprint } from "@tabler/icons-react";
import { useEffect } from "react";
import { useOneAtATime } from "../../lib/one-at-a-time.ts";
import { messageOf } from "../../lib/request-failure.ts";
import { trpc } from "../../lib/trpc.ts";
import { notify } from "../../ui/notify.ts";
import { askForSignature, browserMessageOf, browserSupportsWebAuthn } from "./passkey.ts";

/** A request for a signature ends after five minutes on the server; suggestions ask anew before that. */
const renewMs = 240_000;

type PasskeySignInProps = { onSignedIn: (signedIn: SignedIn) => void };

/** Sign-in with a passkey: a button, and the browser's suggestions in the e-mail field. Nothing without support. */
export function PasskeySignIn({ onSignedIn }: PasskeySignInProps) {
  const oneAtATime = useOneAtATime();
  const { client } = trpc.useUtils();
  const begin = trpc.account.beginPasskeySignIn.useMutation();
  const finish = trpc.account.signInWithPasskey.useMutation({
    onSuccess: (signedIn) => {
      notify.withdrawErrors();
      onSignedIn(signedIn);
    },
    onError: (error) => notify.error(messageOf(error, "Login failed")),
  });
  const { mutate } = finish;

  useEffect(() => {
    let isMounted = true;
    async function suggest(): Promise<void> {
      if (!(await browserSupportsWebAuthnAutofill())) return;
      const request = await client.account.beginPasskeySignIn.mutate();
      if (!isMounted) return;
      const signature = await askForSignature(request, "suggestions");
      if (isMounted) mutate(signature);
    }
    // Suggestions are an extra: whatever fails, the button and the form are there.
    const start = () => void suggest().catch(() => undefined);
    start();
    const timer = setInterval(start, renewMs);
    return () => {
      isMounted = false;
      clearInterval(timer);
      WebAuthnAbortService.cancelCeremony();
    };
  }, [client, mutate]);

  async function signIn(): Promise<void> {
    try {
      finish.mutate(await askForSignature(await begin.mutateAsync()));
    } catch (error) {
      notify.error(browserMessageOf(error) ?? messageOf(error, "Login failed"));
    }
  }

  if (!browserSupportsWebAuthn()) return null;
  return <PasskeyButton isBusy={begin.isPending || finish.isPending} onClick={() => oneAtATime(signIn)} />;
}

type PasskeyButtonProps = { isBusy?: boolean; onClick?: () => void };

function PasskeyButton({ isBusy = false, onClick }: PasskeyButtonProps) {
  return (
    <Button
      variant="default"
      fullWidth
      leftSection={<IconFingerprint size={20} aria-hidden="true" />}
      aria-disabled={isBusy || undefined}
      onClick={onClick}
    >
      Use a passkey instead
    </Button>
  );
}
