import { Anchor, Button, Flex, Group, Stack, Text } from "@mantine/core";
import type { MailRecord } from "@shop/shared/mail";
import { useId } from "react";
import { orderPath } from "../../../lib/paths.ts";
import { Minute } from "../../../ui/minute.tsx";
import { PrefetchLink } from "../../../ui/prefetch-link.tsx";
import { StatusDot } from "../../../ui/status-dot.tsx";
import { mailName, mailState } from "./mail-words.ts";

type MailLineProps = {
  mail: MailRecord;
  /** Whether the line links to the order that it is about. */
  hasOrderLink?: boolean;
  isSending: boolean;
  onSendAgain: () => void;
};

/** One mail with its state, what the mail server said, and a button to send it again. */
export function MailLine({ mail, hasOrderLink = false, isSending, onSendAgain }: MailLineProps) {
  const id = useId();
  const { kind, recipient, orderId, status, detail, createdAt, endedAt, sendAt } = mail;
  const { tone, text } = mailState(mail);
  return (
    <Flex component="li" wrap="wrap" justify="space-between" align="center" gap="sm" py="sm">
      <Stack gap={4} flex="1 1 16rem" miw={0} style={{ overflowWrap: "anywhere" }}>
        <Group gap="xs">
          <Text span fw={600} id={id}>
            {mailName(kind)}
          </Text>
          {hasOrderLink && orderId !== null && (
            <Anchor component={PrefetchLink} to={orderPath(orderId)} underline="always">
              order {orderId.slice(-5)}
            </Anchor>
          )}
        </Group>
        <Text fz="xs" lh="xs" c="dimmed">
          To {recipient}
        </Text>
        <StatusDot tone={tone}>{text}</StatusDot>
        <Text fz="xs" lh="xs" c="dimmed">
          {sendAt === null ? (
            <Minute time={endedAt ?? createdAt} />
          ) : (
            <>
              Next on <Minute time={sendAt} />
            </>
          )}
          {detail !== null && ` · ${status === "skipped" ? detail : `The mail server says: ${detail}`}`}
        </Text>
      </Stack>
      <Button variant="default" aria-describedby={id} aria-disabled={isSending || undefined} onClick={onSendAgain}>
        {status === "waiting" ? "Send now" : "Send again"}
      </Button>
    </Flex>
  );
}
