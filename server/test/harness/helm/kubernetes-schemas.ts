import { PrometheusRule } from "@kubernetes-models/prometheus-operator/monitoring.coreos.com/v1/PrometheusRule";
import { ServiceMonitor } from "@kubernetes-models/prometheus-operator/monitoring.coreos.com/v1/ServiceMonitor";
import { Deployment } from "kubernetes-models/apps/v1/Deployment";
import { HorizontalPodAutoscaler } from "kubernetes-models/autoscaling/v2/HorizontalPodAutoscaler";
import { CronJob } from "kubernetes-models/batch/v1/CronJob";
import { Job } from "kubernetes-models/batch/v1/Job";
import { Ingress } from "kubernetes-models/networking.k8s.io/v1/Ingress";
import { NetworkPolicy } from "kubernetes-models/networking.k8s.io/v1/NetworkPolicy";
import { PodDisruptionBudget } from "kubernetes-models/policy/v1/PodDisruptionBudget";
import { Pod } from "kubernetes-models/v1/Pod";
import { Service } from "kubernetes-models/v1/Service";
import { ServiceAccount } from "kubernetes-models/v1/ServiceAccount";
import type { KubernetesObject } from "./render-chart.ts";

const models = [
  Deployment,
  HorizontalPodAutoscaler,
  CronJob,
  Job,
  Ingress,
  NetworkPolicy,
  PodDisruptionBudget,
  Pod,
  Service,
  ServiceAccount,
  ServiceMonitor,
  PrometheusRule,
];

/** What the schemas of Kubernetes 1.36 and of the Prometheus operator have against an object; fields unknown to them too. */
export function problemsOf(object: KubernetesObject): string[] {
  const model = models.find(({ apiVersion, kind }) => apiVersion === object.apiVersion && kind === object.kind);
  if (model === undefined) return [`no schema of ${object.apiVersion} ${object.kind}`];
  const looked = new Map<object, Set<string>>();
  try {
    model.prototype.validate.call(watch(object, looked));
  } catch (error) {
    return [String(error)];
  }
  return unknownIn(object, looked, object.kind);
}

/**
 * An object that notes which of its fields are looked at. The validators look at every field that their schema has,
 * and say nothing about others.
 */
function watch<T extends object>(object: T, looked: Map<object, Set<string>>): T {
  const seen = looked.get(object) ?? new Set<string>();
  looked.set(object, seen);
  return new Proxy(object, {
    get(target, name, receiver) {
      if (typeof name === "string") seen.add(name);
      const value: unknown = Reflect.get(target, name, receiver);
      return typeof value === "object" && value !== null ? watch(value, looked) : value;
    },
  });
}

function unknownIn(value: unknown, looked: Map<object, Set<string>>, path: string): string[] {
  if (typeof value !== "object" || value === null) return [];
  const seen = looked.get(value);
  return Object.entries(value).flatMap(([name, field]) => {
    const place = `${path}.${name}`;
    return seen?.has(name) ? unknownIn(field, looked, place) : [`${place} is unknown`];
  });
}
