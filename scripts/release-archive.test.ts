// @module-tag wide
import { execFileSync } from "node:child_process";
import { generateKeyPairSync } from "node:crypto";
import { chmod, mkdir, mkdtemp, readFile, rm, symlink, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { z } from "zod";
import { writeRelease } from "./release-archive.ts";

const release = { name: "shop", version: "1.2.3", date: new Date("2026-01-31T12:00:00Z") };
const { privateKey } = generateKeyPairSync("ed25519");
const key = String(privateKey.export({ type: "pkcs8", format: "pem" }));

const bomSchema = z.object({
  bomFormat: z.literal("CycloneDX"),
  components: z.array(
    z.object({
      name: z.string(),
      purl: z.string(),
      licenses: z.array(z.unknown()).min(1),
      hashes: z.array(z.object({ alg: z.literal("SHA-512"), content: z.string().length(128) })).length(1),
    }),
  ),
});

async function makePackage(folder: string): Promise<string> {
  await mkdir(join(folder, "server/dist"), { recursive: true });
  await writeFile(join(folder, "server/dist/main.js"), "listen();\n");
  await writeFile(join(folder, "run"), "#!/bin/sh\n");
  await chmod(join(folder, "run"), 0o700);
  await symlink("server/dist", join(folder, "dist"));
  return folder;
}

test("A release is the same for everyone who packages it, lists what is in it, and is signed", async () => {
  const folder = await mkdtemp(join(tmpdir(), "release-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const packages = [await makePackage(join(folder, "one")), await makePackage(join(folder, "other"))];
  await utimes(join(folder, "other/run"), 1, 1);
  const [first = "", second = ""] = await Promise.all(
    packages.map(async (packaged) => {
      await writeRelease(packaged, `${packaged}-release`, release, key);
      return `${packaged}-release`;
    }),
  );
  for (const file of ["shop-1.2.3.tar.gz", "shop-1.2.3.cdx.json", "SHA256SUMS", "SHA256SUMS.sig"]) {
    expect(await readFile(join(first, file)), file).toEqual(await readFile(join(second, file)));
  }

  const options = { cwd: first, encoding: "utf8" } as const;
  const listed = execFileSync("tar", ["-tvzf", "shop-1.2.3.tar.gz"], options);
  expect(listed).toMatch(/^-rwxr-xr-x 0\/0 .* shop-1\.2\.3\/run$/m);
  expect(listed).toMatch(/shop-1\.2\.3\/dist -> server\/dist$/m);
  execFileSync("tar", ["-xzf", "shop-1.2.3.tar.gz"], { ...options, stdio: "pipe" });
  expect(await readFile(join(first, "shop-1.2.3/dist/main.js"), "utf8")).toBe("listen();\n");
  expect(execFileSync("sha256sum", ["--check", "SHA256SUMS"], options).match(/: OK$/gm)).toHaveLength(2);
  const verify = ["pkeyutl", "-verify", "-pubin", "-inkey", "release-key.pem", "-rawin"];
  execFileSync("openssl", [...verify, "-in", "SHA256SUMS", "-sigfile", "SHA256SUMS.sig"], options);
  await writeFile(join(first, "SHA256SUMS"), "0");
  expect(() =>
    execFileSync("openssl", [...verify, "-in", "SHA256SUMS", "-sigfile", "SHA256SUMS.sig"], {
      ...options,
      stdio: "pipe",
    }),
  ).toThrow();

  const bom = bomSchema.parse(JSON.parse(await readFile(join(first, "shop-1.2.3.cdx.json"), "utf8")));
  expect(bom.components.map(({ purl }) => purl.replace(/@[^@]+$/, ""))).toEqual(
    expect.arrayContaining(["pkg:npm/fastify", "pkg:npm/pg", "pkg:npm/react", "pkg:npm/%40trpc/server"]),
  );
});
