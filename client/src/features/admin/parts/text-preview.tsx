import { Text } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import type { BlockNode } from "@shop/shared/page/info-page";
import { useEffect, useState } from "react";
import { messageOf } from "../../../lib/request-failure.ts";
import { trpc } from "../../../lib/trpc.ts";
import { InfoText } from "../../../ui/info-text.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { AdminPanel } from "./admin-panel.tsx";
import classes from "./text-preview.module.css";

const pauseMs = 400;

/** How customers would see a text. Follows the typing, and shows the last text that could be read. */
export function TextPreview({ text }: { text: string }) {
  const [wanted] = useDebouncedValue(text, pauseMs);
  const [body, setBody] = useState<readonly BlockNode[]>();
  const { mutate, error, isError } = trpc.admin.infoPages.preview.useMutation();
  const isBlank = wanted.trim() === "";
  useEffect(() => {
    if (!isBlank) mutate({ text: wanted }, { onSuccess: setBody });
  }, [mutate, wanted, isBlank]);
  return (
    <div className={classes.preview}>
      <AdminPanel title="Preview">
        {isBlank ? (
          <Text c="dimmed">What you write appears here.</Text>
        ) : isError ? (
          <Text c="var(--shop-danger)">{messageOf(error, "The preview could not be loaded.")}</Text>
        ) : body === undefined ? (
          <Skeleton height="20rem" />
        ) : (
          <InfoText body={body} />
        )}
      </AdminPanel>
    </div>
  );
}
