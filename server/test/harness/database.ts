import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { PostgreSqlContainer } from "@testcontainers/postgresql";
import pg from "pg";
import { getContainerRuntimeClient } from "testcontainers";
import type { TestProject } from "vitest/node";
import { migrateDb } from "../../src/db/migrate.ts";
import { startCluster, throwaway } from "./embedded.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** A PostgreSQL server with a migrated database called template. */
    postgresUrl: string;
  }
}

const root = join(fileURLToPath(import.meta.url), "../../../..");

/** One PostgreSQL for the whole run: a container where an engine answers, the embedded one otherwise. */
export default async function provideDatabase(project: TestProject) {
  const server = (await startContainer()) ?? (await startEmbedded());
  const admin = new pg.Client({ connectionString: server.url });
  await admin.connect();
  await admin.query("create database template");
  await admin.end();
  await migrateDb(withDatabase(server.url, "template"), join(root, "drizzle"));
  project.provide("postgresUrl", server.url);
  return server.stop;
}

function withDatabase(url: string, name: string): string {
  const other = new URL(url);
  other.pathname = `/${name}`;
  return other.href;
}

async function startContainer() {
  const hasEngine = await getContainerRuntimeClient().then(
    () => true,
    () => false,
  );
  if (!hasEngine) return null;
  const container = await new PostgreSqlContainer("postgres:18-alpine")
    .withCommand(["postgres", "-c", "max_connections=200", ...throwaway.flatMap((setting) => ["-c", setting])])
    .start();
  return { url: container.getConnectionUri(), stop: async () => void (await container.stop()) };
}

async function startEmbedded() {
  const cluster = await startCluster();
  return { url: cluster.url, stop: cluster.discard };
}
