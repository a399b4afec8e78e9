import "../../../ui/mantine-styles.ts";
import { Box, Group, Stack } from "@mantine/core";
import { plainMeta } from "@shop/shared/page/page-data";
import type { ReactNode } from "react";
import { PageHeading } from "../../../ui/page-heading.tsx";
import { PageMeta } from "../../../ui/page-meta.tsx";
import { BackLink } from "./back-link.tsx";

type AdminPageProps = {
  title: string;
  /** The path of the screen. */
  path: string;
  /** The list that the screen belongs to. */
  back?: { to: string; label: string };
  /** Buttons and links beside the title. */
  actions?: ReactNode;
  children?: ReactNode;
};

/** The frame of an admin screen: title, link back, actions, contents. */
export function AdminPage({ title, path, back, actions, children }: AdminPageProps) {
  return (
    <Stack gap={20}>
      <PageMeta meta={plainMeta(title, path)} />
      <Group justify="space-between" align="flex-end" gap="sm">
        <Box miw={0}>
          {back !== undefined && <BackLink {...back} />}
          <PageHeading>{title}</PageHeading>
        </Box>
        {actions}
      </Group>
      {children}
    </Stack>
  );
}
