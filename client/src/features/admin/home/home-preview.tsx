import "@mantine/core/styles/FloatingIndicator.layer.css";
import "@mantine/core/styles/SegmentedControl.layer.css";
import { SegmentedControl, Stack, Text } from "@mantine/core";
import { useDebouncedValue, useElementSize } from "@mantine/hooks";
import type { HomeBlock, ShownBlock } from "@shop/shared/page/home-layout";
import { type ReactNode, useEffect, useState } from "react";
import { createPortal } from "react-dom";
import { messageOf } from "../../../lib/request-failure.ts";
import { trpc } from "../../../lib/trpc.ts";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { AdminPanel } from "../parts/admin-panel.tsx";
import classes from "./home-preview.module.css";

const pauseMs = 400;
/** The widths of the windows, in CSS pixels. */
const widths = { phone: 390, tablet: 768, desktop: 1440 } as const;
type Device = keyof typeof widths;
const devices: { value: Device; label: string }[] = [
  { value: "phone", label: "Phone" },
  { value: "tablet", label: "Tablet" },
  { value: "desktop", label: "Desktop" },
];

type HomePreviewProps = { blocks: readonly HomeBlock[]; render: (blocks: readonly ShownBlock[]) => ReactNode };

/** How customers would see Home, at three widths. Follows the changes, and shows the last Home that could be read. */
export function HomePreview({ blocks, render }: HomePreviewProps) {
  const [device, setDevice] = useState<Device>("desktop");
  const { shown, error, isError } = useShownBlocks(blocks);
  return (
    <AdminPanel
      title="Preview"
      aside={
        <SegmentedControl
          aria-label="Width of the preview"
          data={devices}
          value={device}
          onChange={(value) => setDevice(devices.find((each) => each.value === value)?.value ?? "desktop")}
        />
      }
    >
      <Stack gap="sm">
        {isError && (
          <Text role="alert" c="var(--shop-danger)">
            {messageOf(error, "The preview could not be loaded.")}
          </Text>
        )}
        {shown === undefined ? (
          !isError && <Skeleton height="36rem" />
        ) : (
          <Frame width={widths[device]}>{render(shown)}</Frame>
        )}
      </Stack>
    </AdminPanel>
  );
}

function useShownBlocks(blocks: readonly HomeBlock[]) {
  const [wanted] = useDebouncedValue(blocks, pauseMs);
  const [shown, setShown] = useState<readonly ShownBlock[]>();
  const { mutate, error, isError } = trpc.admin.home.preview.useMutation();
  useEffect(() => {
    mutate({ blocks: [...wanted] }, { onSuccess: setShown });
  }, [mutate, wanted]);
  return { shown, error, isError };
}

/** A document of its own, whose media queries are about its own width, made smaller until it fits. */
function Frame({ width, children }: { width: number; children: ReactNode }) {
  const { ref, width: room } = useElementSize();
  const [inner, setInner] = useState<Document>();
  useFollowingStyles(inner);
  const scale = room === 0 ? 1 : Math.min(1, room / width);
  return (
    <div ref={ref} className={classes.room} data-narrow={width < room || undefined}>
      <iframe
        className={classes.frame}
        title="Preview of Home"
        srcDoc={emptyDocument}
        style={{ width, height: `${100 / scale}%`, transform: `scale(${scale})` }}
        onLoad={({ currentTarget }) => setInner(currentTarget.contentDocument ?? undefined)}
      />
      {inner !== undefined && createPortal(<Shown>{children}</Shown>, inner.body)}
    </div>
  );
}

/** Nothing in it can be pressed. It takes the focus, because browsers hold the focus in a frame that has no stop. */
function Shown({ children }: { children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: What scrolls is reached by the keyboard.
    <main className={classes.main} tabIndex={0} aria-label="Preview of Home">
      <div inert>{children}</div>
    </main>
  );
}

const emptyDocument = '<!doctype html><html lang="en"><head><title>Preview of Home</title></head><body></body></html>';

/** Gives a document the styles and the colors of this page, also those of parts that are loaded later. */
function useFollowingStyles(inner: Document | undefined): void {
  useEffect(() => {
    if (inner === undefined) return;
    const copy = (nodes: Iterable<Node>) => {
      for (const node of nodes) {
        const isStyle = node instanceof Element && node.matches("style, link[rel=stylesheet]");
        if (isStyle) inner.head.append(inner.importNode(node, true));
      }
    };
    for (const { name, value } of document.documentElement.attributes) inner.documentElement.setAttribute(name, value);
    copy(document.head.children);
    const observer = new MutationObserver((changes) => {
      for (const { addedNodes } of changes) copy(addedNodes);
    });
    observer.observe(document.head, { childList: true });
    return () => observer.disconnect();
  }, [inner]);
}
