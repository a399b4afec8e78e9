import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";

/** A value of a series, told apart from others of it by its labels. */
export type Sample = { value: number; labels?: Record<string, string> };

/** The only sample of a figure without labels; none where there is nothing to tell. */
export function one(value: number | undefined): Sample[] {
  return value === undefined ? [] : [{ value }];
}

/** What is read when somebody asks, or nothing where it is not known. */
type Reading = { name: string; help: string; labels?: string[]; read: () => Sample[] };

type Pushed = { name: string; help: string; labels?: string[] };

/** Figures in the format that Prometheus collects. */
export type Metrics = {
  /** A figure that goes up and down. */
  gauge: (series: Reading) => void;
  /** A figure that only grows, kept by somebody else. */
  total: (series: Reading) => void;
  /** A figure that only grows. */
  counter: (series: Pushed) => (labels: Record<string, string>, by?: number) => void;
  /** How long things take, in seconds. */
  durations: (series: Pushed) => (labels: Record<string, string>, seconds: number) => void;
  contentType: string;
  /** All series as they are now. */
  text: () => Promise<string>;
};

/** From what a cached answer takes to what a caller is refused for, in seconds. */
const buckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** Starts to measure the process: memory, processor, event loop. */
export function openMetrics(): Metrics {
  const register = new Registry();
  collectDefaultMetrics({ register });
  const registers = [register];
  return {
    gauge: ({ name, help, labels = [], read }) => {
      new Gauge({
        ...{ name, help, registers },
        labelNames: labels,
        collect() {
          this.reset();
          // What is not known is left out: a nought would be a statement.
          if (labels.length === 0) this.remove();
          for (const sample of read()) this.set(sample.labels ?? {}, sample.value);
        },
      });
    },
    total: ({ name, help, labels = [], read }) => {
      new Counter({
        ...{ name, help, registers },
        labelNames: labels,
        collect() {
          this.reset();
          for (const sample of read()) this.inc(sample.labels ?? {}, sample.value);
        },
      });
    },
    counter: ({ name, help, labels = [] }) => {
      const counter = new Counter({ name, help, labelNames: labels, registers });
      return (values, by = 1) => counter.inc(values, by);
    },
    durations: ({ name, help, labels = [] }) => {
      const histogram = new Histogram({ name, help, labelNames: labels, buckets, registers });
      return (values, seconds) => histogram.observe(values, seconds);
    },
    contentType: register.contentType,
    text: () => register.metrics(),
  };
}
