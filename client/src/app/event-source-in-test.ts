import { act } from "@testing-library/react";
import { vi } from "vitest";

/** An event source that tells what the test says. */
export class EventSourceInTest extends EventTarget {
  static readonly CLOSED = 2;
  static opened: EventSourceInTest[] = [];
  readonly url: string;
  readyState = 1;

  constructor(url: string) {
    super();
    this.url = url;
    EventSourceInTest.opened.push(this);
  }

  close(): void {
    this.readyState = EventSourceInTest.CLOSED;
  }

  tell(type: string, data: unknown): void {
    act(() => void this.dispatchEvent(new MessageEvent(type, { data: JSON.stringify(data) })));
  }
}

/** Stands in for the browser's event source; gives those that are open. */
export function stubEventSource(): () => EventSourceInTest[] {
  EventSourceInTest.opened = [];
  vi.stubGlobal("EventSource", EventSourceInTest);
  return () => EventSourceInTest.opened.filter(({ readyState }) => readyState !== EventSourceInTest.CLOSED);
}
