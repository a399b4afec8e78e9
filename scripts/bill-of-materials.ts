import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { Contrib, Enums, Models, Serialize, Spec } from "@cyclonedx/cyclonedx-library";
import { PackageURL } from "packageurl-js";
import { listPackages, type Package } from "./production-packages.ts";
import { project } from "./project.ts";

export type Release = {
  name: string;
  version: string;
  /** When it was committed. */
  date: Date;
};

/** The bill of materials of a release in CycloneDX: each package that production needs, with its licence and checksum. */
export async function billOfMaterials({ name, version, date }: Release): Promise<string> {
  const checksums = readChecksums(await readFile(join(project, "pnpm-lock.yaml"), "utf8"));
  const shop = new Models.Component(Enums.ComponentType.Application, name, { version, bomRef: `${name}@${version}` });
  const components = listPackages().map((each) => toComponent(each, checksums));
  for (const { bomRef } of components) shop.dependencies.add(bomRef);
  const bom = new Models.Bom({
    metadata: new Models.Metadata({ component: shop, timestamp: date }),
    components: new Models.ComponentRepository(components),
  });
  const serializer = new Serialize.JsonSerializer(new Serialize.JSON.Normalize.Factory(Spec.Spec1dot6));
  return `${serializer.serialize(bom, { sortLists: true, space: 2 })}\n`;
}

/** Which licences there can be is checked with the supply chain. */
const licences = new Contrib.License.Factories.LicenseFactory((text) => {
  if (!/ (AND|OR|WITH) /.test(text)) throw new Error(`${text} is no expression of licences`);
});

function toComponent({ name, version, licence }: Package, checksums: ReadonlyMap<string, string>): Models.Component {
  const [last = name, scope] = name.split("/").toReversed();
  const key = `${name}@${version}`;
  const checksum = checksums.get(key);
  return new Models.Component(Enums.ComponentType.Library, last, {
    ...(scope !== undefined && { group: scope }),
    version,
    bomRef: key,
    purl: new PackageURL("npm", scope, last, version).toString(),
    licenses: new Models.LicenseRepository([licences.makeFromString(licence)]),
    hashes: new Models.HashDictionary(checksum === undefined ? [] : [[Enums.HashAlgorithm["SHA-512"], checksum]]),
  });
}

/** The SHA-512 of each package of the lockfile in hexadecimal, by name and version. */
function readChecksums(lockfile: string): Map<string, string> {
  const entries = lockfile.matchAll(/^ {2}'?([^\s'()]+@[^\s'():]+)'?:\n {4}resolution: \{integrity: sha512-([^,}]+)/gm);
  return new Map([...entries].map(([, key = "", hash = ""]) => [key, Buffer.from(hash, "base64").toString("hex")]));
}
