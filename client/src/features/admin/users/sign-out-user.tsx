import { Button } from "@mantine/core";
import { useOneAtATime } from "../../../lib/one-at-a-time.ts";
import { messageOf } from "../../../lib/request-failure.ts";
import { trpc } from "../../../lib/trpc.ts";
import { useConfirm } from "../../../ui/confirm.tsx";
import { notify } from "../../../ui/notify.ts";

/** Ends all sessions of a user, such as after a lost phone. */
export function SignOutUser({ id, name }: { id: string; name: string }) {
  const { ask, dialog } = useConfirm();
  const oneAtATime = useOneAtATime();
  const signOut = trpc.admin.users.signOut.useMutation({
    onSuccess: ({ message }) => notify.success(message),
    onError: (error) => notify.error(messageOf(error, "That did not work. Please try again.")),
  });

  async function confirmAndSignOut() {
    const isSure = await ask({
      question: "Sign this user out everywhere?",
      about: name,
      consequence: "They have to sign in again on each device.",
      yes: "Sign out",
    });
    if (isSure) await signOut.mutateAsync({ id });
  }

  return (
    <>
      <Button variant="default" mt="lg" w="fit-content" onClick={() => oneAtATime(confirmAndSignOut)}>
        Sign out everywhere
      </Button>
      {dialog}
    </>
  );
}
