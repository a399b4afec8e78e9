import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";

/** A value of a series, with its labels. */
export type Sample = { value: number; labels?: Record<string, string> };

/** The sample of a metric without labels; none if the value is unknown. */
export function toSamples(value: number | undefined): Sample[] {
  return value === undefined ? [] : [{ value }];
}

/** Read at each scrape; no samples if the value is unknown. */
type Reading = { name: string; help: string; labels?: string[]; read: () => Sample[] };

type Pushed = { name: string; help: string; labels?: string[] };

/** Metrics in Prometheus' text format. */
export type Metrics = {
  /** A gauge. */
  gauge: (series: Reading) => void;
  /** A counter whose value is maintained elsewhere. */
  total: (series: Reading) => void;
  /** A counter. */
  counter: (series: Pushed) => (labels: Record<string, string>, by?: number) => void;
  /** A histogram of durations in seconds. */
  durations: (series: Pushed) => (labels: Record<string, string>, seconds: number) => void;
  contentType: string;
  /** All series with their current values. */
  text: () => Promise<string>;
};

/** Histogram buckets in seconds, from a cached answer to a request time-out. */
const buckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** Creates a registry with the process's own metrics: memory, processor, event loop. */
export function openMetrics(): Metrics {
  const register = new Registry();
  collectDefaultMetrics({ register });
  const registers = [register];
  return {
    gauge: ({ name, help, labels = [], read }) => {
      new Gauge({
        name,
        help,
        registers,
        labelNames: labels,
        collect() {
          this.reset();
          // Unknown values are left out: 0 would be a measurement.
          if (labels.length === 0) this.remove();
          for (const sample of read()) this.set(sample.labels ?? {}, sample.value);
        },
      });
    },
    total: ({ name, help, labels = [], read }) => {
      new Counter({
        name,
        help,
        registers,
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
