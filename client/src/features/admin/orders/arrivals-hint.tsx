import { Button, Paper } from "@mantine/core";
import { useNavigate } from "react-router-dom";
import { orderListPath } from "../../../lib/admin-paths.ts";
import { StatusDot } from "../../../ui/status-dot.tsx";
import classes from "./arrivals-hint.module.css";
import type { Arrivals } from "./use-arrivals.ts";

type ArrivalsHintProps = {
  arrivals: Arrivals | null;
  /** Whether the orders belong into the list as it is; otherwise they are shown in the list of all orders. */
  isOnTop: boolean;
  onShow: () => void;
};

/** Says that orders were paid while the list is open, and lays itself over its edge. */
export function ArrivalsHint({ arrivals, isOnTop, onShow }: ArrivalsHintProps) {
  const navigate = useNavigate();
  return (
    <div className={classes.place} role="status">
      {arrivals !== null && (
        <Paper className={classes.hint ?? ""} bg="var(--shop-raised)" bd="1px solid var(--shop-edge)" radius="xl">
          <StatusDot tone="going">
            {arrivals.count.toLocaleString("en-US")} new {arrivals.count === 1 ? "order" : "orders"}
          </StatusDot>
          {!arrivals.isShown && (
            <Button
              variant="transparent"
              c="var(--shop-link)"
              px="md"
              onClick={() => (isOnTop ? onShow() : void navigate(orderListPath))}
            >
              Show
            </Button>
          )}
        </Paper>
      )}
    </div>
  );
}
