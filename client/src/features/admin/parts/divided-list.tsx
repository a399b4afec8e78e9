import { Box } from "@mantine/core";
import type { ReactNode } from "react";
import classes from "./divided-list.module.css";

/** A list with a line between its items. */
export function DividedList({ isOrdered = false, children }: { isOrdered?: boolean; children: ReactNode }) {
  return (
    <Box component={isOrdered ? "ol" : "ul"} className={classes.list ?? ""}>
      {children}
    </Box>
  );
}
