import "../../../ui/mantine-styles.ts";
import "@mantine/core/styles/Code.layer.css";
import { Button, Code, Stack, Text } from "@mantine/core";
import { CopyButton } from "../../../ui/copy-button.tsx";
import { Dialog, DialogButtons } from "../../../ui/dialog.tsx";

type SecretDialogProps = {
  title: string;
  /** The name of the secret within a sentence, such as "key". */
  name: string;
  secret: string;
  /** Where it belongs. */
  help: string;
  onClose: () => void;
};

/** Shows a secret that the shop does not show again. */
export function SecretDialog({ title, name, secret, help, onClose }: SecretDialogProps) {
  return (
    <Dialog title={title} onClose={onClose} size="36rem">
      <Stack gap="sm" align="flex-start">
        <Text>Copy the {name} now. It is not shown again; if it gets lost, make a new one.</Text>
        <Code block w="100%" fz="sm" p="sm" style={{ overflowWrap: "anywhere", whiteSpace: "pre-wrap" }}>
          {secret}
        </Code>
        <CopyButton value={secret} name={name} />
        <Text fz="sm" c="dimmed">
          {help}
        </Text>
      </Stack>
      <DialogButtons>
        <Button onClick={onClose}>Done</Button>
      </DialogButtons>
    </Dialog>
  );
}
