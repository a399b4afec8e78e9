import { Button, type ButtonProps } from "@mantine/core";
import { IconPrinter } from "@tabler/icons-react";
import { useState } from "react";
import { lazyPart } from "../../../lib/lazy-part.tsx";
import { MissingModal } from "../../../ui/missing-modal.ts";
import type { OrderToPrint } from "./paper-modal.tsx";

const PaperModal = lazyPart("paper-modal", () => import("./paper-modal.tsx").then((modal) => modal.PaperModal), {
  failed: MissingModal,
});

type PaperButtonProps = { orders: readonly OrderToPrint[]; fullWidth?: ButtonProps["fullWidth"] };

/** Opens the choice of what to print of some orders. */
export function PaperButton({ orders, fullWidth = false }: PaperButtonProps) {
  const [isOpen, setOpen] = useState(false);
  const [wasOpened, setOpened] = useState(false);
  return (
    <>
      <Button
        variant="default"
        fullWidth={fullWidth}
        leftSection={<IconPrinter size={18} aria-hidden="true" />}
        onClick={() => {
          setOpened(true);
          setOpen(true);
        }}
      >
        Slips, invoices, labels…
      </Button>
      {wasOpened && <PaperModal orders={orders} isOpen={isOpen} onClose={() => setOpen(false)} />}
    </>
  );
}
