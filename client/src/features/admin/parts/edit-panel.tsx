import "../../../ui/mantine-styles.ts";
import { Group, Paper, Stack } from "@mantine/core";
import type { ReactNode } from "react";

type EditPanelProps = {
  bar: ReactNode;
  children: ReactNode;
  /** Beside another column, which limits its width. */
  isWide?: boolean;
};

/** One column of fields above a bar that sticks to the bottom of the window. */
export function EditPanel({ bar, children, isWide = false }: EditPanelProps) {
  return (
    <Paper
      maw={isWide ? "none" : "40rem"}
      radius="lg"
      bg="var(--shop-panel-plain)"
      bd="1px solid var(--shop-panel-edge)"
    >
      <Stack gap={20} p={{ base: 20, sm: "lg" }}>
        {children}
      </Stack>
      <Group
        justify="space-between"
        wrap="nowrap"
        pos="sticky"
        bottom={0}
        px={{ base: 20, sm: "lg" }}
        pt="sm"
        pb="max(var(--space-3), env(safe-area-inset-bottom))"
        bg="var(--shop-solid)"
        style={{
          zIndex: 3,
          borderTop: "1px solid var(--shop-panel-edge)",
          borderRadius: "0 0 var(--radius-lg) var(--radius-lg)",
        }}
      >
        {bar}
      </Group>
    </Paper>
  );
}
