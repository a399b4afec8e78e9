/** Products with further views of their own: a near one, and one from behind or in scale. */
const seenFurther: ReadonlySet<string> = new Set([
  "rally-court-sneakers",
  "tempo-daily-running-shoes",
  "canal-canvas-high-tops",
  "aldgate-chelsea-boots",
  "werkhof-lace-up-boots",
  "fenwick-penny-loafers",
  "tide-sterling-silver-ring",
  "ember-garnet-ring",
  "halo-pendant-necklace",
  "lune-pearl-necklace",
  "torsade-cuff-bracelet",
  "cordage-leather-bracelet",
  "halden-over-ear-headphones",
  "reporter-rangefinder-camera",
  "feather-13-laptop",
  "lyric-belt-drive-turntable",
  "cafe-radio-speaker",
  "alder-dslr-camera-kit",
  "tandem-wireless-controller",
  "clack-75-mechanical-keyboard",
  "bloom-instant-camera",
  "heron-jointed-desk-lamp",
  "longitude-automatic-watch",
  "stratus-chronograph",
  "scholar-leather-backpack",
  "marais-leather-tote",
  "riva-acetate-sunglasses",
  "fishermans-cable-sweater",
  "foundry-denim-jacket",
  "solene-linen-midi-dress",
]);

/** The files of a product's images in `demo/images`: the one that stands for it, then its further views. */
export function imageFiles(slug: string): readonly [first: string, ...further: string[]] {
  const first = `${slug}.webp`;
  return seenFurther.has(slug) ? [first, `${slug}-2.webp`, `${slug}-3.webp`] : [first];
}
