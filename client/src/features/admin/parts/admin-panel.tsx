import "../../../ui/mantine-styles.ts";
import { Group, Paper, Stack, Title } from "@mantine/core";
import { type ReactNode, type Ref, useId } from "react";

type AdminPanelProps = {
  title: string;
  /** A link or a control beside the title. */
  aside?: ReactNode;
  hasWarning?: boolean;
  titleSize?: "md" | "lg";
  className?: string;
  /** For a panel that takes the focus by script. */
  ref?: Ref<HTMLElement>;
  children: ReactNode;
};

/** A titled section of an admin screen. */
export function AdminPanel({
  title,
  aside,
  hasWarning = false,
  titleSize = "md",
  className = "",
  ref,
  children,
}: AdminPanelProps) {
  const id = useId();
  return (
    <Paper
      component="section"
      aria-labelledby={id}
      className={className}
      h="100%"
      radius="lg"
      p={{ base: "md", sm: "lg" }}
      bg="var(--shop-panel-plain)"
      bd={`1px solid var(--shop-${hasWarning ? "warning" : "panel"}-edge)`}
      {...(ref !== undefined && { ref, tabIndex: -1 })}
    >
      <Stack gap="md">
        <Group justify="space-between" gap="xs" mih={32}>
          <Title order={2} id={id} fz={titleSize} lh={titleSize} fw={650}>
            {title}
          </Title>
          {aside}
        </Group>
        {children}
      </Stack>
    </Paper>
  );
}
