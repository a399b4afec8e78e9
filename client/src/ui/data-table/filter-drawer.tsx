import { Button, Stack } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { IconAdjustmentsHorizontal } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { SideDrawer } from "../side-drawer.tsx";
import classes from "./data-table.module.css";

/** The filters and the sort of a list on phones, where they would push the list off the screen. */
export function FilterDrawer({ count, children }: { count: number; children: ReactNode }) {
  const [isOpen, { open, close }] = useDisclosure(false);
  return (
    <>
      <Button
        className={classes.filters ?? ""}
        variant="default"
        aria-haspopup="dialog"
        leftSection={<IconAdjustmentsHorizontal size={18} aria-hidden="true" />}
        onClick={open}
      >
        {count === 0 ? "Filters" : `Filters (${count})`}
      </Button>
      <SideDrawer opened={isOpen} onClose={close} title="Filters" position="right" size="min(22rem, 88vw)">
        <Stack gap="md" pt={2}>
          {children}
          <Button onClick={close}>Show the list</Button>
        </Stack>
      </SideDrawer>
    </>
  );
}
