import { act } from "./act.ts";
import { actButton, badge, el, rerender, table, tableRow, time } from "./dom.ts";
import type { ControlView } from "./view.ts";

const find = (id: string) => document.querySelector(`#${id}`);
const places = { faults: find("faults"), webhook: find("webhook"), events: find("events"), calls: find("calls") };
const note = (text: string) => el("p", { class: "note" }, text);

export function showFaults(faults: ControlView["faults"]): void {
  if (places.faults === null) return;
  rerender(places.faults, faults, () => {
    if (faults.length === 0) return [note("No fault is planned.")];
    const rows = faults.map(({ call, fault, left, match }) =>
      tableRow(call, wordsOf(fault), String(left), match ?? "any"),
    );
    return [table("Planned", ["Call", "Fault", "Times left", "Paths"], rows)];
  });
}

function wordsOf({ kind, ...details }: ControlView["faults"][number]["fault"]): string {
  const speakForThemselves = ["status", "issue", "to"];
  const words = Object.entries(details).flatMap(([name, value]) => {
    if (value === false || value === undefined) return [];
    if (value === true) return [name];
    return [speakForThemselves.includes(name) ? String(value) : `${name} ${value}`];
  });
  return [kind, ...words].join(" · ");
}

export function showWebhook(webhook: ControlView["webhook"], events: ControlView["events"]): void {
  if (places.webhook === null || places.events === null) return;
  rerender(places.webhook, webhook, () => {
    if (webhook === null) return [note("No webhook is set up; the shop has to ask.")];
    const { isOn, url } = webhook;
    const next = isOn ? "Events are no longer sent." : "Events are sent again.";
    return [
      el("p", { class: "note" }, `New events are ${isOn ? "sent" : "not sent"} to `, el("code", {}, url)),
      actButton(isOn ? "Stop sending" : "Send again", "switch", () => void act(next, "webhook", { isOn: !isOn })),
    ];
  });
  rerender(places.events, [events, webhook === null], () => {
    if (events.length === 0) return [note("Nothing has happened yet.")];
    const rows = events.map(({ event, delivery }) => {
      const { id } = event;
      const send = () => void act("The event is sent once more.", `events/${id}/send`);
      return tableRow(
        time(event.create_time),
        el("span", {}, el("code", {}, event.event_type), el("br"), event.summary),
        delivery === null ? "not sent" : badge(delivery.state),
        delivery === null ? "" : `${delivery.attempts} × ${delivery.status ?? "no answer"}`,
        webhook === null ? "" : actButton("Send once more", `send ${id}`, send),
      );
    });
    return [table("Events", ["When", "Event", "Delivery", "Attempts", "Send"], rows)];
  });
}

export function showCalls(calls: ControlView["calls"]): void {
  if (places.calls === null) return;
  rerender(places.calls, calls, () => {
    if (calls.length === 0) return [note("The shop has not called yet.")];
    const rows = calls.map(({ at, call, method, path, status, fault }) =>
      tableRow(time(at), call, el("code", {}, `${method} ${path}`), String(status ?? "none"), fault ?? ""),
    );
    return [table("Newest first", ["When", "Call", "Request", "Answer", "Fault"], rows)];
  });
}
