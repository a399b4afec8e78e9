import { execFile, spawnSync } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { Ajv } from "ajv";
import { parseAllDocuments, stringify } from "yaml";
import { z } from "zod";

const run = promisify(execFile);
const here = fileURLToPath(new URL(".", import.meta.url));
const chart = fileURLToPath(new URL("../../../../deploy/helm/shop", import.meta.url));

/** What a test needs to know of any Kubernetes object; the schemas check the rest. */
const objectSchema = z
  .object({
    apiVersion: z.string(),
    kind: z.string(),
    metadata: z
      .object({
        name: z.string(),
        namespace: z.string().optional(),
        labels: z.record(z.string(), z.string()).default({}),
        annotations: z.record(z.string(), z.string()).default({}),
      })
      .loose(),
  })
  .loose();
export type KubernetesObject = z.infer<typeof objectSchema>;

const hasHelm = () => spawnSync("which", ["helm"]).status === 0;

/** The program whose absence leaves out the tests of the chart, where there is no Helm itself. */
export const renderer = hasHelm() ? "helm" : "go";

export type Chart = {
  /** The objects that a cluster would get; fails as `helm install` does before it creates any. */
  render: (values: object) => Promise<KubernetesObject[]>;
  close: () => Promise<void>;
};

/** Helm where there is one; else a program of the same parts, built from Debian's packages. */
export async function openChart(): Promise<Chart> {
  const folder = await mkdtemp(join(tmpdir(), "shop-chart-"));
  const close = () => rm(folder, { recursive: true, force: true });
  const file = join(folder, "values.yaml");
  if (!hasHelm()) await build(folder);
  const render = async (values: object) => {
    await writeFile(file, stringify(values));
    return parseObjects(hasHelm() ? await renderWithHelm(file) : await renderWithGo(folder, file));
  };
  return { render, close };
}

async function renderWithHelm(file: string): Promise<string> {
  const options = ["--namespace", "trade", "--values", file, "--kube-version", "1.34.0"];
  return (await run("helm", ["template", "shop", chart, ...options], { maxBuffer: 1e8 })).stdout;
}

async function build(folder: string): Promise<void> {
  // Debian's packages of Go are folders of sources, not modules.
  const env = { ...process.env, GO111MODULE: "off", GOPATH: "/usr/share/gocode", GOCACHE: join(folder, "cache") };
  await run("go", ["build", "-o", join(folder, "render"), join(here, "main.go")], { env });
}

const renderedSchema = z.object({
  values: z.record(z.string(), z.unknown()),
  files: z.record(z.string(), z.string()),
});

async function renderWithGo(folder: string, file: string): Promise<string> {
  const ask = (program: string[]) => run(join(folder, "render"), program, { maxBuffer: 1e8 });
  const merged = JSON.parse((await ask([chart, "shop", "trade", file, "values"])).stdout);
  await checkValues(merged);
  const { files } = renderedSchema.parse(JSON.parse((await ask([chart, "shop", "trade", file, "files"])).stdout));
  const shown = Object.entries(files).filter(([name]) => !name.endsWith("NOTES.txt"));
  return shown.map(([, text]) => text).join("\n---\n");
}

/** As Helm does before it renders anything. */
async function checkValues(values: unknown): Promise<void> {
  const schema = JSON.parse(await readFile(join(chart, "values.schema.json"), "utf8"));
  const isValid = new Ajv({ allErrors: true }).compile(schema);
  if (isValid(values)) return;
  const problems = isValid.errors?.map(
    ({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`,
  );
  throw new Error(`values don't meet the specifications of the schema: ${problems?.join("; ")}`);
}

function parseObjects(text: string): KubernetesObject[] {
  return parseAllDocuments(text, { uniqueKeys: true }).flatMap((document) => {
    if (document.errors.length > 0) throw new Error(`${document.errors.join("; ")} in:\n${document}`);
    const object: unknown = document.toJS();
    return object === null ? [] : [objectSchema.parse(object)];
  });
}
