import { Button } from "@mantine/core";
import type { SessionRecord } from "@shop/shared/account/session";
import { useOneAtATime } from "../../lib/one-at-a-time.ts";
import { messageOf } from "../../lib/request-failure.ts";
import { trpc } from "../../lib/trpc.ts";
import { ErrorAlert } from "../../ui/error-alert.tsx";
import { notify } from "../../ui/notify.ts";
import { Skeleton } from "../../ui/skeleton.tsx";
import { Timestamp } from "../../ui/timestamp.tsx";
import classes from "./sessions.module.css";
import { useConfirmedIdentity } from "./use-confirmed-identity.tsx";

const unknownDevice = "Unknown device";

/** Where the user is signed in, with a way out of each place. */
export function Sessions() {
  const sessions = trpc.account.sessions.useQuery();
  return (
    <section className={classes.sessions} aria-labelledby="sessions">
      <h2 id="sessions" className={classes.title}>
        Where You Are Signed In
      </h2>
      {sessions.data !== undefined ? (
        <SessionList sessions={sessions.data} />
      ) : sessions.isError ? (
        <ErrorAlert
          message={messageOf(sessions.error, "An unknown error occurred")}
          onRetry={() => void sessions.refetch()}
          isRetrying={sessions.isFetching}
        />
      ) : (
        <Skeleton height="6rem" />
      )}
    </section>
  );
}

function SessionList({ sessions }: { sessions: SessionRecord[] }) {
  const utils = trpc.useUtils();
  const oneAtATime = useOneAtATime();
  const identity = useConfirmedIdentity("to sign out other devices");
  const ended = {
    onSuccess: ({ message }: { message: string }) => notify.success(message),
    onSettled: () => utils.account.sessions.invalidate(),
  };
  const refuse = (error: unknown, again: () => void) => {
    if (!identity.asksFor(error, again)) notify.error(messageOf(error, "That did not work. Please try again."));
  };
  const endSession = trpc.account.endSession.useMutation({
    ...ended,
    onError: (error, input) => refuse(error, () => endSession.mutate(input)),
  });
  const endOthers = trpc.account.endOtherSessions.useMutation({
    ...ended,
    onError: (error) => refuse(error, () => endOthers.mutate()),
  });
  return (
    <>
      <ul className={classes.list}>
        {sessions.map((session) => (
          <li key={session._id} className={classes.session}>
            <div>
              <p className={classes.device}>{session.device ?? unknownDevice}</p>
              <p className={classes.details}>
                {session.ip !== null && <span>{session.ip}</span>}
                {session.isCurrent ? <span>This device</span> : <LastUsed time={session.lastUsedAt} />}
              </p>
            </div>
            {!session.isCurrent && (
              <Button
                variant="default"
                size="sm"
                aria-label={`Sign out ${session.device ?? unknownDevice}`}
                onClick={() => oneAtATime(() => endSession.mutateAsync({ id: session._id }))}
              >
                Sign out
              </Button>
            )}
          </li>
        ))}
      </ul>
      {sessions.length > 1 && (
        <Button variant="default" onClick={() => oneAtATime(() => endOthers.mutateAsync())}>
          Sign out everywhere else
        </Button>
      )}
      {identity.dialog}
    </>
  );
}

function LastUsed({ time }: { time: string }) {
  const day = new Date(time).toLocaleDateString("en-US", { year: "numeric", month: "short", day: "numeric" });
  return (
    <span>
      Last used <Timestamp time={time}>{day}</Timestamp>
    </span>
  );
}
