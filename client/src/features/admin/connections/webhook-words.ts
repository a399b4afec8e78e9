import type { DeliveryRecord, EndpointRecord } from "@shop/shared/program/webhook";
import type { StatusTone } from "../../../ui/status-dot.tsx";

type State = { tone: StatusTone; text: string };

/** The state of a webhook in words. */
export function endpointState({ isEnabled, givenUpAt, failingSince }: EndpointRecord): State {
  if (givenUpAt !== null) return { tone: "danger", text: "Switched off, because nothing arrived" };
  if (!isEnabled) return { tone: "quiet", text: "Off" };
  return failingSince === null
    ? { tone: "done", text: "On" }
    : { tone: "warning", text: "Does not answer, tried again" };
}

/** The state of a delivery in words. */
export function deliveryState({ status, attempts }: DeliveryRecord): State {
  if (status === "sent") return { tone: "done", text: "Arrived" };
  if (status === "failed") return { tone: "danger", text: "Given up" };
  return attempts === 0
    ? { tone: "going", text: "Waits to be sent" }
    : { tone: "warning", text: "Failed, tried again" };
}
