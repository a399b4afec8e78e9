import { Button } from "@mantine/core";
import type { SecondFactorState } from "@shop/shared/account/passkey";
import { useEffect, useRef, useState } from "react";
import { useLocation } from "react-router-dom";
import { useOneAtATime } from "../../lib/one-at-a-time.ts";
import { messageOf } from "../../lib/request-failure.ts";
import { trpc } from "../../lib/trpc.ts";
import { useConfirm } from "../../ui/confirm.tsx";
import { ErrorAlert } from "../../ui/error-alert.tsx";
import { notify } from "../../ui/notify.ts";
import { Skeleton } from "../../ui/skeleton.tsx";
import { StateAlert } from "../../ui/state-alert.tsx";
import { AppDialog } from "./app-dialog.tsx";
import { CodesDialog } from "./codes-dialog.tsx";
import { secondFactorId } from "./second-factor-place.ts";
import classes from "./sessions.module.css";
import { useConfirmedIdentity } from "./use-confirmed-identity.tsx";
import { useEndOthersOffer } from "./use-end-others-offer.tsx";

/** An administrator's second factor: the authenticator app and the recovery codes. Passkeys have their own section. */
export function SecondFactor() {
  const state = trpc.account.secondFactor.state.useQuery();
  const heading = useRef<HTMLHeadingElement>(null);
  const { hash } = useLocation();
  useEffect(() => {
    // The admin screens lead here; the section loads after the screen.
    if (hash === `#${secondFactorId}`) heading.current?.focus();
  }, [hash]);
  return (
    <section className={classes.sessions} aria-labelledby={secondFactorId}>
      <h2 id={secondFactorId} ref={heading} tabIndex={-1} className={classes.title}>
        Second Factor
      </h2>
      <p className={classes.details}>
        Protects the shop if somebody learns your password. A passkey is one, and so is an authenticator app on your
        phone, which shows a new code every 30 seconds.
      </p>
      {state.data !== undefined ? (
        <Factors state={state.data} />
      ) : state.isError ? (
        <ErrorAlert
          message={messageOf(state.error, "Failed to load your second factor")}
          onRetry={() => void state.refetch()}
          isRetrying={state.isFetching}
        />
      ) : (
        <Skeleton height="8rem" />
      )}
    </section>
  );
}

function Factors({ state }: { state: SecondFactorState }) {
  const { hasApp, hasPasskey, recoveryCodes } = state;
  const hasFactor = hasApp || hasPasskey;
  const acts = useFactorActs();
  return (
    <>
      <FactorAlert state={state} />
      <ul className={classes.list}>
        <li className={classes.session}>
          <div>
            <p className={classes.device}>Authenticator app</p>
            <p className={classes.details}>{hasApp ? "Set up" : "Not set up"}</p>
          </div>
          {hasApp ? (
            <Button variant="default" size="sm" aria-label="Remove the authenticator app" onClick={acts.removeApp}>
              Remove
            </Button>
          ) : (
            <Button variant="default" size="sm" aria-label="Set up an authenticator app" onClick={acts.beginApp}>
              Set up
            </Button>
          )}
        </li>
        {hasFactor && (
          <li className={classes.session}>
            <div>
              <p className={classes.device}>Recovery codes</p>
              <p className={classes.details}>
                {recoveryCodes === 0 ? "None. Make some, in case you lose your device." : `${recoveryCodes} left`}
              </p>
            </div>
            <Button variant="default" size="sm" aria-label="Make new recovery codes" onClick={acts.renewCodes}>
              Make new
            </Button>
          </li>
        )}
      </ul>
      {acts.dialogs}
    </>
  );
}

function FactorAlert({ state: { isRequired, isShown, hasApp, hasPasskey } }: { state: SecondFactorState }) {
  if (!isRequired || isShown) return null;
  return (
    <StateAlert tone="warning">
      {hasApp || hasPasskey
        ? "This shop requires a second factor of administrators. Please sign out, and sign in again with yours."
        : "This shop requires a second factor of administrators. Add a passkey or set up an authenticator app to go on."}
    </StateAlert>
  );
}

/** The acts of the section. Each may first ask for the password. */
function useFactorActs() {
  const utils = trpc.useUtils();
  const oneAtATime = useOneAtATime();
  const identity = useConfirmedIdentity("to change your second factor");
  const confirm = useConfirm();
  const others = useEndOthersOffer();
  const [codes, setCodes] = useState<string[] | null>(null);
  const failed = (retry: () => void) => (error: unknown) => {
    if (!identity.asksFor(error, retry)) notify.error(messageOf(error, "That did not work. Please try again."));
  };
  const begin = trpc.account.secondFactor.beginApp.useMutation({ onError: failed(() => begin.mutate()) });
  const remove = trpc.account.secondFactor.removeApp.useMutation({
    onSuccess: ({ message }) => {
      notify.success(message);
      others.offer();
    },
    onError: failed(() => remove.mutate()),
    onSettled: () => utils.account.secondFactor.state.invalidate(),
  });
  const renew = trpc.account.secondFactor.renewCodes.useMutation({
    onSuccess: (made) => setCodes(made.codes),
    onError: failed(() => renew.mutate()),
    onSettled: () => utils.account.secondFactor.state.invalidate(),
  });
  const asking = (question: Parameters<typeof confirm.ask>[0], act: () => Promise<unknown>) =>
    oneAtATime(async () => {
      if (await confirm.ask(question)) await act();
    });
  return {
    beginApp: () => oneAtATime(() => begin.mutateAsync()),
    removeApp: () =>
      asking(
        {
          question: "Remove your authenticator app?",
          yes: "Remove",
          isDanger: true,
          consequence: "Its codes no longer sign you in.",
        },
        () => remove.mutateAsync(),
      ),
    renewCodes: () =>
      asking(
        {
          question: "Make new recovery codes?",
          yes: "Make new codes",
          consequence: "The codes that you have now will no longer work.",
        },
        () => renew.mutateAsync(),
      ),
    dialogs: (
      <>
        {begin.data !== undefined && <AppDialog setup={begin.data} onSetUp={others.offer} onClose={begin.reset} />}
        {codes !== null && (
          <CodesDialog
            codes={codes}
            onClose={() => {
              setCodes(null);
              others.offer();
            }}
          />
        )}
        {confirm.dialog}
        {identity.dialog}
        {others.dialog}
      </>
    ),
  };
}
