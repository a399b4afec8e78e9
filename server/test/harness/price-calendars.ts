/** A step of a price calendar. Prices in cents; `place` counts the planned prices of the calendar from 0. */
type CalendarStep = { at: string } & (
  | { plan: number; from: string; until: string | null }
  | { edit: number }
  | { remove: number }
  /** What customers pay at the time, once the job has run. */
  | { pays: number }
  /** The job does not run at the time, and what customers pay is not looked at. */
  | { isDown: true }
);

export type PriceCalendar = { name: string; timeZone: string; regular: number; steps: CalendarStep[] };

const before = "2031-01-01T00:00Z";

/** Made by hand. Times of steps are UTC, those of plans are of the time zone. Clocks change as in the rules of 2026. */
export const priceCalendars: PriceCalendar[] = [
  {
    name: "a weekend on which clocks go forward is an hour shorter",
    timeZone: "Europe/Berlin",
    regular: 1_000,
    steps: [
      { at: before, plan: 800, from: "2031-03-29T00:00", until: "2031-03-31T00:00" },
      { at: "2031-03-28T22:59Z", pays: 1_000 },
      { at: "2031-03-28T23:00Z", pays: 800 },
      { at: "2031-03-30T21:59Z", pays: 800 },
      { at: "2031-03-30T22:00Z", pays: 1_000 },
    ],
  },
  {
    name: "a start that clocks skip is an hour later",
    timeZone: "Europe/Berlin",
    regular: 1_000,
    steps: [
      { at: before, plan: 800, from: "2031-03-30T02:30", until: "2031-03-30T12:00" },
      { at: "2031-03-30T01:29Z", pays: 1_000 },
      { at: "2031-03-30T01:30Z", pays: 800 },
      { at: "2031-03-30T10:00Z", pays: 1_000 },
    ],
  },
  {
    name: "an end that clocks show twice is the first of both",
    timeZone: "Europe/Berlin",
    regular: 1_000,
    steps: [
      { at: before, plan: 800, from: "2031-10-25T00:00", until: "2031-10-26T02:30" },
      { at: "2031-10-26T00:29Z", pays: 800 },
      { at: "2031-10-26T00:30Z", pays: 1_000 },
      { at: "2031-10-26T01:29Z", pays: 1_000 },
    ],
  },
  {
    name: "the day on which clocks are put back has 25 hours",
    timeZone: "America/New_York",
    regular: 1_000,
    steps: [
      { at: before, plan: 750, from: "2031-11-02T00:00", until: "2031-11-03T00:00" },
      { at: "2031-11-02T03:59Z", pays: 1_000 },
      { at: "2031-11-02T04:00Z", pays: 750 },
      { at: "2031-11-03T04:59Z", pays: 750 },
      { at: "2031-11-03T05:00Z", pays: 1_000 },
    ],
  },
  {
    name: "one price follows another without the regular one between",
    timeZone: "UTC",
    regular: 1_000,
    steps: [
      { at: before, plan: 900, from: "2031-05-01T00:00", until: "2031-05-02T00:00" },
      { at: before, plan: 700, from: "2031-05-02T00:00", until: "2031-05-03T00:00" },
      { at: "2031-05-01T23:59Z", pays: 900 },
      { at: "2031-05-02T00:00Z", pays: 700 },
      { at: "2031-05-03T00:00Z", pays: 1_000 },
    ],
  },
  {
    name: "a price without an end holds for years",
    timeZone: "Asia/Kolkata",
    regular: 1_000,
    steps: [
      { at: before, plan: 1, from: "2031-06-01T00:00", until: null },
      { at: "2031-05-31T18:29Z", pays: 1_000 },
      { at: "2031-05-31T18:30Z", pays: 1 },
      { at: "2039-06-01T00:00Z", pays: 1 },
    ],
  },
  {
    name: "a price without an end follows one with an end",
    timeZone: "UTC",
    regular: 1_000,
    steps: [
      { at: before, plan: 600, from: "2031-05-03T09:00", until: null },
      { at: before, plan: 800, from: "2031-05-01T09:00", until: "2031-05-03T09:00" },
      { at: "2031-05-02T00:00Z", pays: 800 },
      { at: "2031-05-03T09:00Z", pays: 600 },
      { at: "2032-01-01T00:00Z", pays: 600 },
    ],
  },
  {
    name: "an edit of the regular price meanwhile holds from the end on",
    timeZone: "UTC",
    regular: 1_000,
    steps: [
      { at: before, plan: 800, from: "2031-05-01T00:00", until: "2031-05-03T00:00" },
      { at: "2031-05-01T00:00Z", pays: 800 },
      { at: "2031-05-02T00:00Z", edit: 1_200 },
      { at: "2031-05-02T00:01Z", pays: 800 },
      { at: "2031-05-03T00:00Z", pays: 1_200 },
    ],
  },
  {
    name: "edits before, between and after planned prices are the regular price",
    timeZone: "UTC",
    regular: 1_000,
    steps: [
      { at: before, plan: 800, from: "2031-05-01T00:00", until: "2031-05-02T00:00" },
      { at: before, plan: 900, from: "2031-05-03T00:00", until: "2031-05-04T00:00" },
      { at: "2031-04-01T00:00Z", edit: 1_100 },
      { at: "2031-04-30T00:00Z", pays: 1_100 },
      { at: "2031-05-01T12:00Z", pays: 800 },
      { at: "2031-05-02T00:00Z", pays: 1_100 },
      { at: "2031-05-02T12:00Z", edit: 1_300 },
      { at: "2031-05-02T13:00Z", pays: 1_300 },
      { at: "2031-05-03T12:00Z", pays: 900 },
      { at: "2031-05-04T00:00Z", pays: 1_300 },
      { at: "2031-05-05T00:00Z", edit: 500 },
      { at: "2031-05-06T00:00Z", pays: 500 },
    ],
  },
  {
    name: "deleting a price that holds ends it at once, and the next one begins in its time",
    timeZone: "UTC",
    regular: 1_000,
    steps: [
      { at: before, plan: 800, from: "2031-05-01T00:00", until: null },
      { at: "2031-05-01T00:00Z", pays: 800 },
      { at: "2031-05-01T06:00Z", remove: 0 },
      { at: "2031-05-01T06:00Z", pays: 1_000 },
      { at: "2031-05-01T07:00Z", plan: 850, from: "2031-05-02T00:00", until: "2031-05-03T00:00" },
      { at: "2031-05-02T00:00Z", pays: 850 },
      { at: "2031-05-03T00:00Z", pays: 1_000 },
    ],
  },
  {
    name: "a planned price that is deleted before its time never holds",
    timeZone: "Australia/Lord_Howe",
    regular: 1_000,
    steps: [
      { at: before, plan: 800, from: "2031-05-01T00:00", until: "2031-05-03T00:00" },
      { at: before, plan: 900, from: "2031-05-03T00:00", until: "2031-05-04T00:00" },
      { at: "2031-04-01T00:00Z", remove: 0 },
      { at: "2031-05-01T00:00Z", pays: 1_000 },
      { at: "2031-05-02T13:29Z", pays: 1_000 },
      { at: "2031-05-02T13:30Z", pays: 900 },
      { at: "2031-05-03T13:30Z", pays: 1_000 },
    ],
  },
  {
    name: "after the shop was down, what holds now holds at once, and what has passed never did",
    timeZone: "UTC",
    regular: 1_000,
    steps: [
      { at: before, plan: 800, from: "2031-05-01T00:00", until: "2031-05-02T00:00" },
      { at: before, plan: 700, from: "2031-05-02T00:00", until: "2031-05-03T00:00" },
      { at: before, plan: 600, from: "2031-05-03T00:00", until: "2031-05-05T00:00" },
      { at: "2031-05-01T12:00Z", pays: 800 },
      { at: "2031-05-02T12:00Z", isDown: true },
      { at: "2031-05-04T00:00Z", pays: 600 },
      { at: "2031-05-05T00:00Z", isDown: true },
      { at: "2031-07-01T00:00Z", pays: 1_000 },
    ],
  },
  {
    name: "a price can be raised for a time, and end when it is planned from a time that has passed",
    timeZone: "America/St_Johns",
    regular: 1_000,
    steps: [
      { at: "2031-05-01T12:00Z", plan: 1_500, from: "2031-04-30T00:00", until: "2031-05-02T00:00" },
      { at: "2031-05-01T12:00Z", pays: 1_500 },
      { at: "2031-05-02T02:29Z", pays: 1_500 },
      { at: "2031-05-02T02:30Z", pays: 1_000 },
    ],
  },
];
