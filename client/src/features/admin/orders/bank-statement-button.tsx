import { Button } from "@mantine/core";
import { useState } from "react";
import { lazyPart } from "../../../lib/lazy-part.tsx";
import { MissingModal } from "../../../ui/missing-modal.ts";
import { useWaysToPay } from "../../../ui/ways-to-pay.ts";
import { usePermissions } from "../parts/use-permissions.ts";

const BankStatementDialog = lazyPart(
  "bank-statement-dialog",
  () => import("./bank-statement-dialog.tsx").then((dialog) => dialog.BankStatementDialog),
  { failed: MissingModal },
);

/** Opens a bank's statement, where customers can pay by bank transfer. Renders nothing elsewhere. */
export function BankStatementButton() {
  const { methods } = useWaysToPay();
  const may = usePermissions();
  const [isOpen, setOpen] = useState<boolean>();
  if (!may("orders.refund") || !methods.includes("Bank Transfer")) return null;
  return (
    <>
      <Button variant="default" onClick={() => setOpen(true)}>
        Bank statement…
      </Button>
      {isOpen !== undefined && <BankStatementDialog isOpen={isOpen} onClose={() => setOpen(false)} />}
    </>
  );
}
