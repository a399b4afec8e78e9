import { mkdirSync } from "node:fs";
import { createRequire } from "node:module";
import { products } from "../src/catalog/products.ts";
import { scenesOf } from "../src/pictures/solid/shots.ts";
import { drawn, modelled, onRail, onTable } from "./compose.ts";
import { further } from "./views.ts";

const sharp: typeof import("sharp") = createRequire(new URL("../../server/package.json", import.meta.url))("sharp");

/** Renders the masters: a folder, a size, and what slugs and views must match. */
const [folder = "demo/images", sizeText = "1600", wanted = ".", viewsText = "123", shareText = "0/1"] =
  process.argv.slice(2);
const pixels = Number(sizeText);
mkdirSync(folder, { recursive: true });
const [share = 0, of = 1] = shareText.split("/").map(Number);

async function viewOf(slug: string, view: number): Promise<Buffer | undefined> {
  const product = products.find((one) => one.slug === slug);
  if (product === undefined) return undefined;
  const { look } = product;
  const more = further[slug];
  if (view > 1 && more === undefined) return undefined;
  const scene = scenesOf(look)?.[view - 1];
  if (scene !== undefined) return modelled(look, scene, pixels);
  if (view === 1) return drawn(look, pixels);
  if (view === 2) return drawn(look, pixels, more?.near);
  if (more?.rail === true) {
    const others = products
      .filter(({ look: { kind } }) => kind === (look.kind === "dress" ? "coat" : "shirt"))
      .slice(0, 2);
    return onRail(
      look,
      others.map((other) => other.look),
      pixels,
    );
  }
  return onTable(look, pixels, more?.width ?? 20, more?.wide ?? 50, Object.keys(further).indexOf(slug));
}

for (const [place, { slug }] of products.entries()) {
  if (place % of !== share || !new RegExp(wanted).test(slug)) continue;
  for (const view of [...viewsText].map(Number)) {
    const image = await viewOf(slug, view);
    if (image === undefined) continue;
    const file = `${folder}/${slug}${view === 1 ? "" : `-${view}`}`;
    if (pixels > 1000)
      await sharp(image).webp({ quality: 82, effort: 5, smartSubsample: true, preset: "photo" }).toFile(`${file}.webp`);
    else await sharp(image).webp({ quality: 82, effort: 2 }).toFile(`${file}.webp`);
    console.log(file);
  }
}
