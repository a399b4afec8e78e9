import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { importArchiveBytesMax, importBytesMax } from "@shop/shared/catalog/import";
import { videoBytesMax } from "@shop/shared/catalog/video";
import { imageBytesMax } from "@shop/shared/shop";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { z } from "zod";
import { envNames } from "../../src/env/read-env.ts";
import { importEndpoints } from "../../src/http/rest/imports.ts";
import { uploadEndpoints } from "../../src/http/rest/uploads.ts";
import { videoUploadEndpoint } from "../../src/http/rest/video-uploads.ts";

const project = join(fileURLToPath(import.meta.url), "../../../..");
const read = (path: string) => readFileSync(join(project, path), "utf8");

const serviceSchema = z
  .object({
    environment: z.record(z.string(), z.unknown()).default({}),
    volumes: z.array(z.string()).default([]),
    env_file: z.array(z.object({ path: z.string(), required: z.boolean() })).default([]),
    read_only: z.boolean().default(false),
    cap_drop: z.array(z.string()).default([]),
    cap_add: z.array(z.string()).default([]),
    security_opt: z.array(z.string()).default([]),
  })
  .loose();
const servicesOf = (path: string) =>
  z.object({ services: z.record(z.string(), serviceSchema) }).parse(parse(read(path), { merge: true })).services;
const services = servicesOf("docker-compose.yml");

const secrets = /\$\{(\w*(?:PASSWORD|SECRET|KEY))\b/g;
/** The secrets in the environment of each service of a Compose file. */
const secretsOf = (path: string) =>
  Object.fromEntries(
    Object.entries(servicesOf(path)).map(([name, { environment }]) => [
      name,
      [...new Set([...JSON.stringify(environment).matchAll(secrets)].map(([, secret]) => secret))].sort(),
    ]),
  );

describe("docker-compose.yml", () => {
  it("gives each service only the secrets that it needs", () => {
    const stripe = ["STRIPE_PUBLISHABLE_KEY", "STRIPE_SECRET_KEY", "STRIPE_WEBHOOK_SECRET"];
    const shop = ["ADMIN_PASSWORD", "DB_APP_PASSWORD", "JWT_SECRET", "PAYPAL_CLIENT_SECRET", ...stripe];
    const common = {
      database: ["POSTGRES_PASSWORD"],
      migration: ["DB_OWNER_PASSWORD"],
      roles: ["DB_APP_PASSWORD", "DB_BACKUP_PASSWORD", "DB_OWNER_PASSWORD", "POSTGRES_PASSWORD"],
      backup: ["BACKUP_KEY", "DB_BACKUP_PASSWORD"],
    };
    expect(secretsOf("docker-compose.yml")).toEqual({
      ...common,
      "shop-1": shop,
      "shop-2": shop,
      doctor: shop,
      proxy: [],
      restore: ["DB_OWNER_PASSWORD"],
    });
    // The file for platforms has the same parts.
    expect(secretsOf("compose.platform.yml")).toEqual({ ...common, shop });
  });

  it("takes every other setting from a file, and gives those of the instances to nobody else", () => {
    const filesOf = (name: string) => services[name]?.env_file.map(({ path, required }) => [path, required]);
    const bucket = ["bucket.env", false];
    for (const name of ["shop-1", "shop-2", "doctor"])
      expect(filesOf(name), name).toEqual([["shop.env", false], bucket]);
    for (const name of ["backup", "restore"]) expect(filesOf(name), name).toEqual([bucket]);
    for (const name of ["database", "roles", "migration", "proxy"]) expect(filesOf(name), name).toEqual([]);
    for (const file of [".gitignore", ".dockerignore"]) expect(read(file)).toMatch(/^(\*\*\/)?\*\.env$/m);
  });

  // Compose recreates what depends on a recreated service, and the migration is recreated in every upgrade.
  it("lets an upgrade recreate each instance and the proxy by itself", () => {
    for (const name of ["shop-1", "shop-2", "proxy"]) expect(services[name], name).not.toHaveProperty("depends_on");
    expect(services.backup).toHaveProperty("depends_on.migration");
  });

  it("sets variables that the server reads", () => {
    for (const name of ["shop-1", "migration", "backup", "restore", "doctor"]) {
      expect(envNames, name).toEqual(expect.arrayContaining(Object.keys(services[name]?.environment ?? {})));
    }
  });

  it.each(["docker-compose.yml", "compose.platform.yml"])(
    "runs every service read-only, without new privileges, and with no capability but what it needs: %s",
    (path) => {
      const needed: Record<string, string[]> = {
        database: ["CHOWN", "DAC_OVERRIDE", "FOWNER", "SETGID", "SETUID"],
        proxy: ["NET_BIND_SERVICE"],
      };
      for (const [name, { read_only, cap_drop, cap_add, security_opt }] of Object.entries(servicesOf(path))) {
        expect({ read_only, cap_drop, cap_add, security_opt }, name).toEqual({
          read_only: true,
          cap_drop: ["ALL"],
          cap_add: needed[name] ?? [],
          security_opt: ["no-new-privileges:true"],
        });
      }
    },
  );

  it.each(["docker-compose.yml", "compose.platform.yml"])("lets no instance read a backup: %s", (path) => {
    const readers = Object.entries(servicesOf(path)).flatMap(([name, { volumes }]) =>
      volumes.some((volume) => volume.startsWith("backups:")) ? [name] : [],
    );
    expect(readers.filter((name) => name !== "doctor")).toEqual(["backup"]);
  });

  it("names images by their digests, and the same ones in each file", () => {
    const files = ["docker-compose.yml", "compose.platform.yml", "Dockerfile"];
    const images = files.flatMap((file) =>
      [...read(file).matchAll(/\b(?:node|postgres|caddy):\d[^\s}]*/g)].map(String),
    );
    for (const image of images) expect(image).toMatch(/^[a-z]+:[\w.-]+@sha256:[0-9a-f]{64}$/);
    expect([...new Set(images.map((image) => image.split(":", 1)[0]))].sort()).toEqual(["caddy", "node", "postgres"]);
    expect(new Set(images).size).toBe(3);
  });

  it("has a recipe that names every variable", () => {
    const recipe = read("docs/deploy/compose.md");
    const required = read("docker-compose.yml").matchAll(/\$\{(\w+):\?/g);
    for (const [, name] of required) expect(recipe).toMatch(new RegExp(`^${name}=`, "m"));
  });
});

describe("the image's build", () => {
  it("gets no file with secrets", () => {
    const ignored = read(".dockerignore").split("\n");
    expect(ignored).toEqual(expect.arrayContaining(["**/.env", "**/.env.*", "**/*.backup", ".data"]));
    // A later line could bring one back.
    expect(ignored.filter((line) => line.startsWith("!"))).toEqual([]);
  });
});

describe("nginx", () => {
  const conf = read("deploy/nginx/shop.conf");
  /** The bytes that a location takes, with its form. */
  const limitIn = (location: string) => {
    const block = conf.slice(conf.indexOf(location)).split("}", 1)[0] ?? "";
    return Number(/client_max_body_size (\d+)m;/.exec(block)?.[1]) * 1024 * 1024;
  };

  it("lets images and files to import through on their own paths alone", () => {
    for (const [location, bytes] of [
      ["location = /api/imports {", importBytesMax],
      ["location ~ ^/api/imports/[0-9a-f-]+/images$ {", importArchiveBytesMax],
      ["location ~ ^/api/(upload|reviews/photos)$ {", imageBytesMax],
      ["location = /api/videos {", videoBytesMax],
      ["# Requests in JSON.", 0],
    ] as const) {
      expect(limitIn(location), location).toBeGreaterThan(bytes);
      expect(limitIn(location), location).toBeLessThanOrEqual(bytes + 1024 * 1024);
    }
    // Whoever uploads is described by the API, and each path has a place here.
    const uploads = [...uploadEndpoints, ...importEndpoints, videoUploadEndpoint].filter(
      ({ method }) => method === "POST",
    );
    const places = [...conf.matchAll(/location (=|~) (\S+) {/g)];
    for (const { path } of uploads) {
      const example = path.replaceAll(/:\w+/g, "0190");
      const isNamed = ([, how, place = ""]: RegExpExecArray) =>
        how === "=" ? place === example : new RegExp(place).test(example);
      expect(places.some(isNamed), path).toBe(true);
    }
  });

  it("names each place once, since nginx does not start with one that is named twice", () => {
    const places = [...conf.matchAll(/location (?:= |~ )?\S+ {/g)].map(String);
    expect(places.length).toBeGreaterThan(4);
    expect(new Set(places).size).toBe(places.length);
  });

  it("speaks no version of TLS that is broken", () => {
    expect(/ssl_protocols (.*);/.exec(conf)?.[1]).toBe("TLSv1.2 TLSv1.3");
  });
});

describe("the pipeline", () => {
  it("runs the README's commands, and fails when nobody can say which vulnerabilities are known", () => {
    const { jobs } = z
      .object({
        jobs: z.object({
          test: z.object({
            env: z.record(z.string(), z.string()),
            steps: z.array(z.object({ run: z.string().optional() })),
          }),
        }),
      })
      .parse(parse(read(".github/workflows/test.yml")));
    expect(jobs.test.env).toEqual({ AUDIT: "required" });
    const commands = jobs.test.steps.flatMap(({ run }) => run ?? []);
    expect(commands).toEqual(["npx --yes pnpm@10 test", "npx --yes pnpm@10 test:resilience"]);
    for (const command of commands) expect(read("README.md")).toContain(command.replace("npx --yes pnpm@10", "pnpm"));
  });
});

describe("the recipes", () => {
  it("start the server with the options of the image", () => {
    const command = /^CMD (\[.*\])$/m.exec(read("Dockerfile"))?.[1];
    const words = z.array(z.string()).parse(JSON.parse(command ?? "null"));
    expect(read("deploy/systemd/shop@.service")).toContain(`ExecStart=${words.join(" ")}\n`);
    // The command in the manual has a line break.
    expect(read("docs/operations.md").replaceAll(" \\\n ", "")).toContain(words.join(" "));
  });

  it("set variables that the server reads", () => {
    const units = ["shop@", "shop-backup"].map((name) => read(`deploy/systemd/${name}.service`)).join("\n");
    const inUnits = [...units.matchAll(/^Environment=(.*)$/gm)].flatMap(([, line = ""]) => line.split(" "));
    const inRecipe = [...read("docs/deploy/systemd.md").matchAll(/^([A-Z_]+)=/gm)].map(([, name]) => name);
    const inFly = [...read("deploy/platforms/fly.toml").matchAll(/^([A-Z_]+) =/gm)].map(([, name]) => name);
    const inRender = [...read("deploy/platforms/render.yaml").matchAll(/- key: (\w+)/g)].map(([, name]) => name);
    const named = [...inUnits.map((setting) => setting.split("=", 1)[0]), ...inRecipe, ...inFly, ...inRender];
    expect(named.length).toBeGreaterThan(20);
    // glibc and psql read the last ones.
    expect([...envNames, "MALLOC_MMAP_THRESHOLD_", "PGOPTIONS"]).toEqual(expect.arrayContaining(named));
  });

  it("and the other documents link to files and headings that exist", () => {
    const recipes = readdirSync(join(project, "docs/deploy")).map((name) => `docs/deploy/${name}`);
    const documents = ["README.md", "CONTRIBUTING.md", "docs/operations.md", ...recipes];
    const anchorsOf = (path: string) =>
      [...read(path).matchAll(/^#+ (.+)$/gm)].map(([, heading = ""]) =>
        heading
          .toLowerCase()
          .replaceAll(/[^\w -]/g, "")
          .replaceAll(" ", "-"),
      );
    for (const document of documents) {
      for (const [, target = ""] of read(document).matchAll(/\]\(([^)\s]+)\)/g)) {
        if (/^https?:/.test(target)) continue;
        const [file = "", anchor] = target.split("#");
        const path = file === "" ? document : join(dirname(document), file);
        expect(existsSync(join(project, path)), `${document}: ${target}`).toBe(true);
        if (anchor !== undefined) expect(anchorsOf(path), `${document}: ${target}`).toContain(anchor);
      }
    }
  });
});
