import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { importArchiveBytesMax } from "@shop/shared/catalog/import";
import { videoBytesMax } from "@shop/shared/catalog/video";
import { imageBytesMax } from "@shop/shared/shop";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { parse } from "yaml";
import { z } from "zod";
import { envNames, readEnv } from "../../src/env/read-env.ts";
import { isLeftOut } from "../harness/debian.ts";
import { freePort } from "../harness/free-port.ts";
import { problemsOf } from "../harness/helm/kubernetes-schemas.ts";
import { type Chart, type KubernetesObject, openChart, renderer } from "../harness/helm/render-chart.ts";
import { startTwoServers } from "../harness/two-servers.ts";

const project = join(fileURLToPath(import.meta.url), "../../../..");

/** What has no default: the image, the origin, and the names of what exists in the cluster. */
const required = {
  image: { repository: "registry.example.com/shop" },
  origin: "https://shop.example.com",
  secrets: { instances: "shop-instances", migration: "shop-migration", backup: "shop-backup" },
  bucket: { name: "shop-images" },
  backup: { claim: "shop-backups" },
};
const everything = {
  ...required,
  image: { ...required.image, digest: `sha256:${"ab".repeat(32)}`, pullSecrets: [{ name: "registry" }] },
  settings: {
    STALE_SECONDS: "900",
    SHOP_NAME: 'Lumen & "Loom"',
    TRUSTED_PROXIES: "10.0.0.0/8",
    HOLIDAYS: "2026-12-25",
  },
  bucket: { name: "shop-images", endpoint: "https://objects.example.com", region: "eu-1", pathStyle: "1" },
  sharedFolder: { claim: "shop-shared", isShared: true },
  web: {
    replicas: 3,
    autoscaling: { enabled: true, minReplicas: 3, maxReplicas: 9 },
    podAnnotations: { team: "trade" },
    nodeSelector: { pool: "web" },
    tolerations: [{ key: "web", operator: "Exists", effect: "NoSchedule" }],
    affinity: { nodeAffinity: {} },
  },
  worker: { replicas: 2 },
  service: { annotations: { team: "trade" } },
  ingress: {
    enabled: true,
    tlsSecret: "shop-certificate",
    annotations: { "cert-manager.io/cluster-issuer": "letsencrypt" },
  },
  networkPolicy: { extraEgress: [{ ports: [{ protocol: "TCP", port: 9000 }] }] },
  serviceAccount: { annotations: { "eks.amazonaws.com/role-arn": "arn:aws:iam::1:role/shop" } },
  monitoring: { serviceMonitor: true, rules: true, labels: { release: "prometheus" } },
};
const smallest = {
  ...required,
  bucket: {},
  sharedFolder: { claim: "shop-folder" },
  web: { replicas: 1 },
  worker: { enabled: false },
  backup: { enabled: false },
  secrets: { instances: "shop-instances", migration: "shop-migration" },
  networkPolicy: { enabled: false },
  podDisruptionBudget: { enabled: false },
};
const sharedImages = { ...required, bucket: {}, sharedFolder: { claim: "shop-shared", isShared: true } };
const oneIngress = { ...required, ingress: { enabled: true, bodySizeAnnotation: "" } };
const sets = { required, everything, smallest, sharedImages, oneIngress };

const variableSchema = z.object({
  name: z.string(),
  value: z.string().optional(),
  valueFrom: z.object({ secretKeyRef: z.object({ name: z.string(), key: z.string() }) }).optional(),
});
const probeSchema = z.object({ httpGet: z.object({ path: z.string(), port: z.string() }) }).optional();
const containerSchema = z.object({
  image: z.string(),
  command: z.array(z.string()).default([]),
  env: z.array(variableSchema).default([]),
  ports: z.array(z.object({ name: z.string(), containerPort: z.number() })).default([]),
  startupProbe: probeSchema,
  livenessProbe: probeSchema,
  readinessProbe: probeSchema,
  securityContext: z.object({
    allowPrivilegeEscalation: z.boolean(),
    readOnlyRootFilesystem: z.boolean(),
    privileged: z.boolean(),
    capabilities: z.object({ drop: z.array(z.string()), add: z.array(z.string()).optional() }),
  }),
  resources: z.object({ requests: z.record(z.string(), z.unknown()), limits: z.record(z.string(), z.unknown()) }),
});
const podSchema = z.object({
  automountServiceAccountToken: z.boolean(),
  terminationGracePeriodSeconds: z.number().optional(),
  securityContext: z.object({
    runAsNonRoot: z.boolean(),
    runAsUser: z.number(),
    seccompProfile: z.object({ type: z.string() }),
  }),
  containers: z.array(containerSchema),
  volumes: z.array(z.record(z.string(), z.unknown())).default([]),
});
type Pod = z.infer<typeof podSchema> & { owner: KubernetesObject; labels: Record<string, string> };

const templateSchema = z.object({ metadata: z.object({ labels: z.record(z.string(), z.string()) }), spec: podSchema });

/** The pods that an object makes. */
function podsOf(owner: KubernetesObject): Pod[] {
  const places = [["spec", "template"], ["spec", "jobTemplate", "spec", "template"], []];
  const place = places[["Deployment", "Job"].includes(owner.kind) ? 0 : owner.kind === "CronJob" ? 1 : 2];
  if (!["Deployment", "Job", "CronJob", "Pod"].includes(owner.kind)) return [];
  const found = place?.reduce<unknown>((inner, name) => Reflect.get(Object(inner), name), owner);
  const { metadata, spec } = templateSchema.parse(found);
  return [{ ...spec, owner, labels: metadata.labels }];
}

const specOf = (object: KubernetesObject | undefined): Record<string, unknown> =>
  z.object({ spec: z.record(z.string(), z.unknown()) }).parse(object).spec;
const labelsSchema = z.record(z.string(), z.string());
const selects = (selector: Record<string, string>, labels: Record<string, string>) =>
  Object.entries(selector).every(([name, value]) => labels[name] === value);

describe.skipIf(isLeftOut(renderer))("The chart for Kubernetes", () => {
  let chart: Chart;
  const rendered = new Map<string, KubernetesObject[]>();
  const objectsOf = (name: keyof typeof sets) => rendered.get(name) ?? [];
  const allPods = () => [...rendered.values()].flat().flatMap(podsOf);
  const find = (objects: KubernetesObject[], kind: string, name: string) =>
    objects.find((object) => object.kind === kind && object.metadata.name === name);
  const instance = (name: keyof typeof sets, component: "web" | "worker") =>
    objectsOf(name)
      .filter(({ kind, metadata }) => kind === "Deployment" && metadata.name === `shop-${component}`)
      .flatMap(podsOf)[0];

  beforeAll(async () => {
    chart = await openChart();
    for (const [name, values] of Object.entries(sets)) rendered.set(name, await chart.render(values));
  });
  afterAll(() => chart?.close());

  it.each(Object.keys(sets))(
    "gives objects that Kubernetes' schemas allow, in one namespace, each once: %s",
    (name) => {
      const objects = rendered.get(name) ?? [];
      expect(objects.length).toBeGreaterThan(5);
      for (const object of objects) {
        expect(problemsOf(object), `${object.kind} ${object.metadata.name}`).toEqual([]);
        expect(object.metadata.namespace).toBe("trade");
      }
      const names = objects.map(({ kind, metadata }) => `${kind} ${metadata.name}`);
      expect(new Set(names).size).toBe(names.length);
    },
  );

  it("is judged by schemas that find a wrong type, a missing field and an unknown one", () => {
    const metadata = { name: "shop-web", labels: {}, annotations: {} };
    const service = { apiVersion: "v1", kind: "Service", metadata };
    const withSpec = (spec: object) => problemsOf({ ...service, spec });
    expect(withSpec({ ports: [{ port: 80 }] })).toEqual([]);
    expect(withSpec({ ports: [{ port: "80" }] })).toEqual([expect.stringContaining("port")]);
    expect(withSpec({ ports: [{ name: "http" }] })).toEqual([expect.stringContaining("port")]);
    expect(withSpec({ ports: [{ port: 80, targetport: 3000 }] })).toEqual([
      "Service.spec.ports.0.targetport is unknown",
    ]);
  });

  it("runs two instances for requests and one worker, and replaces none before the next is ready", () => {
    const objects = objectsOf("required");
    for (const [component, replicas] of [
      ["web", 2],
      ["worker", 1],
    ] as const) {
      expect(specOf(find(objects, "Deployment", `shop-${component}`))).toMatchObject({
        replicas,
        strategy: { type: "RollingUpdate", rollingUpdate: { maxUnavailable: 0, maxSurge: 1 } },
      });
      expect(specOf(find(objects, "PodDisruptionBudget", `shop-${component}`))).toMatchObject({ maxUnavailable: 1 });
    }
    expect(instance("required", "web")?.containers[0]?.env).toContainEqual({ name: "ROLE", value: "web" });
    expect(instance("required", "worker")?.containers[0]?.env).toContainEqual({ name: "ROLE", value: "worker" });
    // With nobody else, it does all.
    expect(instance("smallest", "web")?.containers[0]?.env).toContainEqual({ name: "ROLE", value: "both" });
    expect(specOf(find(objectsOf("smallest"), "Deployment", "shop-web"))).toMatchObject({
      replicas: 1,
      strategy: { type: "Recreate" },
    });
    // What scales by itself says no number.
    expect(specOf(find(objectsOf("everything"), "Deployment", "shop-web")).replicas).toBeUndefined();
  });

  it("runs every pod by the strictest rules of Kubernetes, without a token of the cluster", () => {
    expect(allPods().length).toBeGreaterThan(15);
    for (const { owner, automountServiceAccountToken, securityContext, containers, volumes } of allPods()) {
      const name = `${owner.kind} ${owner.metadata.name}`;
      expect({ automountServiceAccountToken, ...securityContext }, name).toMatchObject({
        automountServiceAccountToken: false,
        runAsNonRoot: true,
        runAsUser: 1000,
        seccompProfile: { type: "RuntimeDefault" },
      });
      for (const container of containers) {
        expect(container.securityContext, name).toEqual({
          allowPrivilegeEscalation: false,
          readOnlyRootFilesystem: true,
          privileged: false,
          capabilities: { drop: ["ALL"] },
        });
        expect(container.resources.requests, name).toHaveProperty("memory");
        expect(container.resources.limits, name).toHaveProperty("memory");
      }
      for (const volume of volumes) expect(Object.keys(volume).sort()[0], name).toMatch(/^(emptyDir|name)$/);
      expect(JSON.stringify(volumes), name).not.toMatch(/hostPath|projected/);
    }
    for (const objects of rendered.values())
      expect(find(objects, "ServiceAccount", "shop")).toMatchObject({ automountServiceAccountToken: false });
  });

  it("selects its own pods everywhere, and those of one component alone", () => {
    for (const [name, objects] of rendered) {
      const pods = objects.flatMap(podsOf);
      const componentsOf = (selector: Record<string, string>) =>
        [
          ...new Set(
            pods
              .filter(({ labels }) => selects(selector, labels))
              .map(({ labels }) => labels["app.kubernetes.io/component"]),
          ),
        ].sort();
      for (const object of objects) {
        const own = object.metadata.name.replace(/^shop-/, "");
        const { selector, podSelector } = z
          .object({ selector: z.unknown(), podSelector: z.unknown() })
          .partial()
          .parse(Object(object.spec));
        const matched = z.object({ matchLabels: labelsSchema }).safeParse(podSelector ?? selector).data?.matchLabels;
        if (["Deployment", "PodDisruptionBudget", "NetworkPolicy"].includes(object.kind))
          expect(componentsOf(matched ?? {}), `${name} ${object.kind} ${own}`).toEqual([own]);
        if (object.kind === "Service") {
          const instances = pods
            .filter(({ owner }) => owner.kind === "Deployment")
            .map(({ labels }) => labels["app.kubernetes.io/component"]);
          expect(componentsOf(labelsSchema.parse(selector)), name).toEqual(
            own === "web" ? ["web"] : [...new Set(instances)].sort(),
          );
        }
        if (object.kind === "ServiceMonitor")
          expect(
            objects
              .filter(({ kind, metadata }) => kind === "Service" && selects(matched ?? {}, metadata.labels))
              .map(({ metadata }) => metadata.name),
          ).toEqual(["shop-metrics"]);
      }
    }
    const scaler = find(objectsOf("everything"), "HorizontalPodAutoscaler", "shop-web");
    expect(specOf(scaler)).toMatchObject({
      scaleTargetRef: { kind: "Deployment", name: "shop-web" },
      minReplicas: 3,
      maxReplicas: 9,
    });
  });

  it("sets variables that the shop knows, with which it starts, and takes secrets from what exists", () => {
    for (const { owner, containers } of allPods()) {
      for (const { env } of containers) {
        const names = env.map(({ name }) => name);
        expect(envNames, owner.metadata.name).toEqual(expect.arrayContaining(names));
        expect(new Set(names).size, owner.metadata.name).toBe(names.length);
        for (const { name, value, valueFrom } of env) {
          if (/PASSWORD|SECRET|_KEY|^DATABASE|^SMTP_URL/.test(name)) expect(value, name).toBeUndefined();
          if (valueFrom !== undefined) expect(valueFrom.secretKeyRef.key).toBe(name);
        }
      }
    }
    const secretOf: Record<string, string> = { "shop-web": "shop-instances", "shop-worker": "shop-instances" };
    for (const { owner, containers } of allPods()) {
      const used = new Set(
        containers.flatMap(({ env }) => env.flatMap(({ valueFrom }) => valueFrom?.secretKeyRef.name ?? [])),
      );
      const expected = owner.kind === "Pod" ? [] : [secretOf[owner.metadata.name] ?? owner.metadata.name];
      expect([...used], owner.metadata.name).toEqual(expected);
    }
    for (const objects of rendered.values()) expect(objects.map(({ kind }) => kind)).not.toContain("Secret");
  });

  it("starts instances by settings that belong together", () => {
    const secret = "0123456789abcdef0123456789abcdef";
    const secrets: Record<string, string> = { DATABASE_URL: "postgres://u:p@db/shop", JWT_SECRET: secret };
    for (const name of ["required", "everything", "smallest", "sharedImages"] as const) {
      const env = instance(name, "web")?.containers[0]?.env ?? [];
      const read = readEnv(Object.fromEntries(env.flatMap(({ name: key, value }) => [[key, value ?? secrets[key]]])));
      expect(read).toMatchObject({
        port: 3000,
        host: "0.0.0.0",
        isMigrating: false,
        publicOrigin: "https://shop.example.com",
        metrics: { port: 9464, host: "0.0.0.0" },
      });
      const grace = instance(name, "web")?.terminationGracePeriodSeconds ?? 0;
      expect(grace * 1_000, name).toBeGreaterThanOrEqual(read.drainMs + 20_000);
    }
  });

  it("migrates before anything of a release starts, as the owner, and with what the image has", () => {
    for (const [name, objects] of rendered) {
      const migration = find(objects, "Job", "shop-migration");
      const weight = (object: KubernetesObject | undefined) =>
        Number(object?.metadata.annotations["helm.sh/hook-weight"]);
      expect(migration?.metadata.annotations["helm.sh/hook"], name).toBe("pre-install,pre-upgrade");
      const hooks = objects.filter(({ metadata }) => metadata.annotations["helm.sh/hook"]?.startsWith("pre-"));
      expect(hooks.map(({ kind }) => kind).sort(), name).toEqual(
        name === "smallest" ? ["Job"] : ["Job", "NetworkPolicy"],
      );
      for (const hook of hooks) if (hook !== migration) expect(weight(hook)).toBeLessThan(weight(migration));
      // What exists before the release itself.
      expect(JSON.stringify(migration)).toContain('"serviceAccountName":"default"');
      for (const { containers } of objects.flatMap(podsOf)) {
        const script = containers.flatMap(({ command }) => command).find((word) => word.endsWith(".js"));
        if (script !== undefined) expect(existsSync(join(project, script)), script).toBe(true);
      }
    }
    expect(
      objectsOf("required")
        .flatMap(podsOf)
        .filter(({ containers }) => containers.some(({ image }) => image !== "registry.example.com/shop:1.0.0")),
    ).toEqual([]);
    expect(instance("everything", "web")?.containers[0]?.image).toBe(
      `registry.example.com/shop@sha256:${"ab".repeat(32)}`,
    );
  });

  it.each([
    ["an image", { image: {} }, /image\.repository is required/],
    ["an origin", { origin: "" }, /origin is required/],
    ["an origin with https", { origin: "http://shop.example.com" }, /origin/],
    ["a place for images", { bucket: {} }, /images need bucket\.name/],
    ["a bucket for several pods", { bucket: {}, sharedFolder: { claim: "folder" } }, /several pods need bucket\.name/],
    ["a folder that several pods can mount", { sharedFolder: { claim: "folder" } }, /several pods cannot mount/],
    [
      "a secret of the instances",
      { secrets: { ...required.secrets, instances: "" } },
      /secrets\.instances is required/,
    ],
    ["a secret of the owner", { secrets: { ...required.secrets, migration: "" } }, /secrets\.migration is required/],
    ["a place for backups", { backup: { claim: "" } }, /backup\.claim is required/],
    ["secrets by reference", { settings: { JWT_SECRET: "0123456789abcdef0123456789abcdef" } }, /JWT_SECRET|settings/],
    ["settings that exist", { settings: { SHOP_NAMES: "Shop" } }, /SHOP_NAMES|settings/],
    ["settings as text", { settings: { STALE_SECONDS: 900 } }, /STALE_SECONDS/],
    ["values that exist", { replicas: 3 }, /replicas/],
    ["time to stop", { drainMs: 30_000 }, /terminationGracePeriodSeconds/],
    ["a number of instances", { web: { replicas: 0 } }, /replicas/],
    ["bounds in their order", { web: { autoscaling: { enabled: true, minReplicas: 9 } } }, /minReplicas is above/],
  ])("refuses to install without %s", async (_what, values, message) => {
    await expect(chart.render({ ...required, ...values })).rejects.toThrow(message);
  });

  it("lets files through on their own paths alone, in the sizes that the shop takes", () => {
    const limitOf = (path: string) => {
      const ingresses = objectsOf("everything").filter(({ kind }) => kind === "Ingress");
      const found = ingresses.find((ingress) => JSON.stringify(ingress.spec).includes(`"path":"${path}"`));
      expect(specOf(found)).toMatchObject({
        ingressClassName: "nginx",
        tls: [{ hosts: ["shop.example.com"], secretName: "shop-certificate" }],
      });
      return (
        Number.parseInt(found?.metadata.annotations["nginx.ingress.kubernetes.io/proxy-body-size"] ?? "", 10) *
        1024 *
        1024
      );
    };
    expect(limitOf("/")).toBe(1024 * 1024);
    const sizes: [string, number][] = [
      ["/api/upload", imageBytesMax],
      ["/api/reviews/photos", imageBytesMax],
      ["/api/videos", videoBytesMax],
      ["/api/imports", importArchiveBytesMax],
    ];
    for (const [path, bytes] of sizes) expect(limitOf(path), path).toBe(bytes + 1024 * 1024);
    expect(objectsOf("oneIngress").filter(({ kind }) => kind === "Ingress")).toHaveLength(1);
  });

  it("lets in requests from the ingress, and readers of metrics to their port alone; a worker gets no requests", () => {
    const rules = (component: string) =>
      JSON.stringify(specOf(find(objectsOf("required"), "NetworkPolicy", `shop-${component}`)).ingress ?? []);
    expect(rules("web")).toContain('"ports":[{"protocol":"TCP","port":"http"}]');
    expect(rules("worker")).not.toContain("http");
    expect(rules("backup")).toBe("[]");
    expect(rules("migration")).toBe("[]");
  });

  it("brings the alerts as they are", () => {
    const objects = objectsOf("everything");
    for (const name of ["alerts", "objectives"]) {
      const shipped: unknown = parse(readFileSync(join(project, `deploy/prometheus/${name}.yml`), "utf8"));
      expect(specOf(find(objects, "PrometheusRule", `shop-${name}`)), name).toEqual(shipped);
    }
    expect(JSON.stringify(specOf(find(objects, "ServiceMonitor", "shop")))).toContain(
      '{"targetLabel":"job","replacement":"shop"}',
    );
  });

  describe("with the built shop", () => {
    const servers = startTwoServers();

    it("asks each role where it answers, in the container as in the test of the release", async () => {
      for (const component of ["web", "worker"] as const) {
        const [container] = instance("required", component)?.containers ?? [];
        const ports = Object.fromEntries(
          container?.ports.map(({ name, containerPort }) => [name, String(containerPort)]) ?? [],
        );
        const env = Object.fromEntries(
          container?.env.flatMap(({ name, value }) => (value === undefined ? [] : [[name, value]])) ?? [],
        );
        expect([env.PORT, env.METRICS_PORT]).toEqual([ports.http, ports.metrics]);
        const metrics = String(await freePort());
        const shop = await servers.openAnother({ ROLE: env.ROLE ?? "", MIGRATE: "0", METRICS_PORT: metrics });
        for (const probe of [container?.startupProbe, container?.livenessProbe, container?.readinessProbe]) {
          expect(probe?.httpGet.port).toBe("http");
          expect((await fetch(shop.origin + probe?.httpGet.path)).status).toBe(200);
        }
        expect((await fetch(`http://127.0.0.1:${metrics}/metrics`)).status).toBe(200);
      }
    });
  });
});
