import { Button } from "@mantine/core";
import type { AccessKind, AccessMeans } from "@shop/shared/account/account-access";
import { useOneAtATime } from "../../lib/one-at-a-time.ts";
import { messageOf } from "../../lib/request-failure.ts";
import { trpc } from "../../lib/trpc.ts";
import { Day } from "../../ui/day.tsx";
import { ErrorAlert } from "../../ui/error-alert.tsx";
import { notify } from "../../ui/notify.ts";
import { Skeleton } from "../../ui/skeleton.tsx";
import { StateAlert } from "../../ui/state-alert.tsx";
import classes from "./account-access.module.css";
import list from "./sessions.module.css";
import { useConfirmedIdentity } from "./use-confirmed-identity.tsx";

const kinds: Record<AccessKind, string> = {
  passkey: "Passkey, signs in without your password",
  "authenticator app": "Asked for after your password",
  "API key": "API key of a program, acts in your name",
  webhook: "Webhook, is told of the shop's events",
};

/** Everything that can sign in to the account, and what was suspended when it was taken back by mail. */
export function AccountAccess() {
  const access = trpc.account.access.useQuery();
  if (access.data !== undefined) return <Means means={access.data} />;
  if (!access.isError) return <Skeleton height="14rem" />;
  return (
    <ErrorAlert
      message={messageOf(access.error, "What can sign in could not be loaded")}
      onRetry={() => void access.refetch()}
      isRetrying={access.isFetching}
    />
  );
}

function Means({ means }: { means: AccessMeans[] }) {
  const suspended = means.filter(({ isSuspended }) => isSuspended);
  const used = means.filter(({ isSuspended }) => !isSuspended);
  return (
    <div className={classes.access}>
      {suspended.length > 0 && <Suspended means={suspended} />}
      <section aria-labelledby="in-use">
        <h2 id="in-use" className={list.title}>
          In Use
        </h2>
        <ul className={list.list}>
          <li className={classes.means}>
            <p className={list.device}>Your password</p>
            <p className={list.details}>Together with your email</p>
          </li>
          <MeansList means={used} />
        </ul>
      </section>
    </div>
  );
}

function Suspended({ means }: { means: AccessMeans[] }) {
  const utils = trpc.useUtils();
  const oneAtATime = useOneAtATime();
  const identity = useConfirmedIdentity("to change what can sign in");
  const ended = (again: () => void) => ({
    onSuccess: ({ message }: { message: string }) => {
      notify.withdrawErrors();
      notify.success(message);
    },
    onError: (error: unknown) => {
      if (identity.asksFor(error, again)) return;
      notify.error(messageOf(error, "That did not work. Please try again."));
    },
    onSettled: () => utils.account.invalidate(),
  });
  const removal = trpc.account.removeSuspended.useMutation(ended(() => removal.mutate()));
  const permission = trpc.account.allowSuspended.useMutation(ended(() => permission.mutate()));
  const isBusy = removal.isPending || permission.isPending || undefined;
  return (
    <section aria-labelledby="suspended">
      <h2 id="suspended" className={list.title}>
        Suspended
      </h2>
      <StateAlert tone="warning">
        These were added before you took your account back, and nobody has confirmed them.
      </StateAlert>
      <p className={classes.words}>
        They do not work for now. If you do not know one of them, remove them all, and add your own again.
      </p>
      <ul className={list.list}>
        <MeansList means={means} />
      </ul>
      <div className={classes.buttons}>
        <Button aria-disabled={isBusy} onClick={() => oneAtATime(() => removal.mutateAsync())}>
          {removal.isPending ? "Removing…" : "Remove all of them"}
        </Button>
        <Button variant="default" aria-disabled={isBusy} onClick={() => oneAtATime(() => permission.mutateAsync())}>
          {permission.isPending ? "Allowing…" : "All are mine, allow them"}
        </Button>
      </div>
      {means.some(({ kind }) => kind === "webhook") && (
        <p className={list.details}>Webhooks stay switched off until you switch them on under Webhooks.</p>
      )}
      {identity.dialog}
    </section>
  );
}

function MeansList({ means }: { means: AccessMeans[] }) {
  return means.map(({ _id, kind, name, addedAt }) => (
    <li key={`${kind} ${_id}`} className={classes.means}>
      <p className={list.device}>{name}</p>
      <p className={list.details}>
        <span>{kinds[kind]}</span>
        <span>
          Added <Day time={addedAt} />
        </span>
      </p>
    </li>
  ));
}
