import { useEffect } from "react";
import { useNavigate } from "react-router-dom";
import { orderPath } from "../../../../lib/paths.ts";

/** Leads to an order once it is there. Comes after the guard of unsaved changes, which then lets it pass. */
export function useLeadToOrder(orderId: string | undefined): void {
  const navigate = useNavigate();
  useEffect(() => {
    if (orderId !== undefined) void navigate(orderPath(orderId));
  }, [orderId, navigate]);
}
