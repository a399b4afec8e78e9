import type { Judgement } from "./judgements.ts";

/**
 * Questions as people ask them, judged as in `judgements.ts`. Written before the search was tuned for any of them. Those of
 * customers say what a product must be: what costs more or has another color does not fit, however well it is named.
 */

const customers: Judgement[] = [
  { query: "bag under $50", fits: { 3: "market-canvas-tote" } },
  { query: "headphones under 100", fits: { 3: "vesper-wire-band-headphones", 1: "sona-round-earbuds" } },
  { query: "watch under 200", fits: { 3: "cartographer-field-watch", 1: "stride-fitness-band" } },
  { query: "a green dress in M", fits: { 3: "amelie-satin-dress" } },
  {
    query: "jacket between 100 and 150",
    fits: { 3: "mistral-packable-rain-jacket foundry-denim-jacket" },
  },
  {
    query: "camera from 80 to 170",
    fits: { 3: "bloom-instant-camera boxwood-instant-camera panora-wide-instant-camera" },
  },
  { query: "gloves under $40", fits: { 3: "ferry-wool-gloves" } },
  { query: "lamp below 100", fits: { 3: "chanterelle-table-lamp" } },
  { query: "monitor less than 300 dollars", fits: { 3: "concert-24-monitor" } },
  { query: "laptop over 1000", fits: { 3: "feather-13-laptop anvil-16-workstation-laptop" } },
  { query: "backpack around 150", fits: { 3: "ridgeline-38l-hiking-pack transit-22l-commuter-backpack" } },
  { query: "cheap umbrella", fits: { 3: "squall-windproof-umbrella", 1: "pagoda-stick-umbrella" } },
  {
    query: "boots size 10",
    fits: { 3: "aldgate-chelsea-boots werkhof-lace-up-boots odette-heeled-ankle-boots" },
  },
  { query: "jeans waist 34", fits: { 3: "millrace-straight-jeans chalkhill-relaxed-jeans" } },
  { query: "blue shirt in L", fits: { 3: "atlas-oxford-shirt", 2: "chandler-checked-overshirt" } },
  {
    query: "new cameras",
    fits: {
      3:
        "reporter-rangefinder-camera alder-dslr-camera-kit wren-compact-mirrorless-camera bloom-instant-camera " +
        "boxwood-instant-camera panora-wide-instant-camera",
      1: "swift-folding-drone gnat-guarded-mini-drone osprey-camera-drone",
    },
  },
  { query: "necklaces available now", fits: { 3: "halo-pendant-necklace lune-pearl-necklace" } },
  { query: "in stock earbuds under 130", fits: { 3: "pip-true-wireless-earbuds sona-round-earbuds" } },
  { query: "smartwatch up to $300", fits: { 3: "cadence-smartwatch", 2: "stride-fitness-band" } },
  { query: "sunglasses under $150", fits: { 3: "riva-acetate-sunglasses dune-round-sunglasses" } },
  { query: "tablet 400 to 600", fits: { 3: "margin-11-drawing-tablet tableau-12-tablet" } },
  { query: "phone under 500 dollars", fits: { 3: "ledge-5g-smartphone" } },
  { query: "black boots under 300", fits: { 3: "odette-heeled-ankle-boots" } },
  { query: "loafers less than 200", fits: { 3: "fenwick-penny-loafers" } },
  { query: "keyboard under 100 in stock", fits: { 3: "span-slim-keyboard" } },
  { query: "mouse $40-$80", fits: { 3: "vex-gaming-mouse orbit-thumb-trackball" } },
  { query: "speaker for less than 200", fits: { 3: "harbor-portable-speaker" } },
  { query: "silver ring under 100", fits: { 3: "tide-sterling-silver-ring" } },
  { query: "coat in stock", fits: { 3: "lisiere-wool-overcoat ostend-cotton-trench-coat" } },
  {
    query: "leather wallet under 80 dollars",
    fits: { 3: "slim-bifold-wallet" },
  },
];

const occasions: Judgement[] = [
  {
    query: "gift for a photographer",
    fits: {
      3:
        "reporter-rangefinder-camera alder-dslr-camera-kit wren-compact-mirrorless-camera bloom-instant-camera " +
        "boxwood-instant-camera panora-wide-instant-camera",
      1: "swift-folding-drone osprey-camera-drone",
    },
  },
  { query: "something to keep my coffee hot", fits: { 3: "tarn-insulated-bottle", 1: "clearspring-glass-bottle" } },
  {
    query: "for rain",
    fits: {
      3: "mistral-packable-rain-jacket squall-windproof-umbrella pagoda-stick-umbrella",
      2: "ostend-cotton-trench-coat towpath-waxed-cap werkhof-lace-up-boots",
      1: "transit-22l-commuter-backpack drysail-60l-duffel",
    },
  },
  {
    query: "lamp for a small desk",
    fits: { 3: "ledger-light-bar-lamp chanterelle-table-lamp", 2: "heron-jointed-desk-lamp" },
  },
  {
    query: "gift for a gamer",
    fits: {
      3: "vex-gaming-mouse tandem-wireless-controller arcade-88-wired-gamepad nomad-handheld-console",
      2: "clack-75-mechanical-keyboard",
      1: "horizon-34-curved-monitor",
    },
  },
  {
    query: "for a music lover",
    fits: {
      3:
        "halden-over-ear-headphones basalt-studio-headphones lyric-belt-drive-turntable quarry-bookshelf-speaker " +
        "monolith-upright-record-player",
      2:
        "vesper-wire-band-headphones pip-true-wireless-earbuds fjell-earbuds-charging-puck cafe-radio-speaker " +
        "harbor-portable-speaker sona-round-earbuds",
    },
  },
  {
    query: "what to wear to a wedding",
    fits: {
      3: "amelie-satin-dress nocturne-pleated-shirt-dress",
      2: "dorset-tassel-loafers odette-heeled-ankle-boots lune-pearl-necklace chancery-dress-belt",
      1: "solene-linen-midi-dress halo-pendant-necklace",
    },
  },
  {
    query: "camping",
    fits: {
      3: "ridgeline-38l-hiking-pack tarn-insulated-bottle reserve-20k-power-bank",
      2: "harbor-portable-speaker drysail-60l-duffel bight-carabiner-key-ring canister-portable-projector",
      1: "mistral-packable-rain-jacket",
    },
  },
  {
    query: "for the beach",
    fits: {
      3:
        "harbor-portable-speaker drysail-60l-duffel riva-acetate-sunglasses cirrus-aviator-sunglasses " +
        "dune-round-sunglasses",
      2: "solene-linen-midi-dress infield-cotton-cap strand-zip-wallet market-canvas-tote",
    },
  },
  {
    query: "commuting by bike",
    fits: {
      3: "transit-22l-commuter-backpack mistral-packable-rain-jacket",
      2: "scholar-leather-backpack sailors-watch-beanie tarn-insulated-bottle",
    },
  },
  {
    query: "working from home",
    fits: {
      3:
        "plane-27-4k-monitor concert-24-monitor span-slim-keyboard pebble-wireless-mouse ledger-light-bar-lamp " +
        "heron-jointed-desk-lamp",
      2: "parted-split-keyboard feather-13-laptop orbit-thumb-trackball halden-over-ear-headphones",
    },
  },
  {
    query: "gift for a runner",
    fits: { 3: "tempo-daily-running-shoes stride-fitness-band cadence-smartwatch", 2: "pip-true-wireless-earbuds" },
  },
  {
    query: "long flights",
    fits: {
      3: "halden-over-ear-headphones",
      2: "lagune-blanket-scarf reserve-20k-power-bank nomad-handheld-console tableau-12-tablet reader-8-tablet-folio",
      1: "weekender-40l-duffel pip-true-wireless-earbuds",
    },
  },
  { query: "cold hands", fits: { 3: "ferry-wool-gloves carriage-lined-leather-gloves" } },
  {
    query: "present for a writer",
    fits: { 3: "registrar-fountain-pen brass-pen-and-pouch-set", 1: "span-slim-keyboard" },
  },
  { query: "movie night", fits: { 3: "lantern-home-projector canister-portable-projector", 1: "tableau-12-tablet" } },
  { query: "kids learning to fly a drone", fits: { 3: "gnat-guarded-mini-drone", 1: "swift-folding-drone" } },
  { query: "sore wrists", fits: { 3: "orbit-thumb-trackball parted-split-keyboard" } },
  {
    query: "charge my phone on the go",
    fits: { 3: "reserve-20k-power-bank", 1: "twin-port-wall-charger perch-wireless-charging-stand" },
  },
  { query: "quiet mouse for the office", fits: { 3: "pebble-wireless-mouse" } },
  {
    query: "warm hat for winter",
    fits: { 3: "sailors-watch-beanie hillfort-fleece-lined-beanie", 2: "towpath-waxed-cap" },
  },
  {
    query: "watch for swimming",
    fits: { 3: "longitude-automatic-watch cartographer-field-watch", 2: "stride-fitness-band" },
  },
  {
    query: "bag for a weekend trip",
    fits: { 3: "weekender-40l-duffel", 2: "drysail-60l-duffel", 1: "transit-22l-commuter-backpack" },
  },
  {
    query: "for artists who draw",
    fits: { 3: "margin-11-drawing-tablet", 1: "folio-2-in-1-laptop tableau-12-tablet" },
  },
  { query: "vinyl", fits: { 3: "lyric-belt-drive-turntable monolith-upright-record-player" } },
  { query: "thermos", fits: { 3: "tarn-insulated-bottle", 1: "clearspring-glass-bottle" } },
  { query: "tv", fits: { 3: "lantern-home-projector", 2: "canister-portable-projector", 1: "concert-24-monitor" } },
  { query: "tee shirt", fits: { 3: "plainsong-heavyweight-tee breakwater-long-sleeve-tee" } },
  {
    query: "rings, necklaces",
    fits: { 3: "tide-sterling-silver-ring ember-garnet-ring halo-pendant-necklace lune-pearl-necklace" },
  },
  {
    query: "anniversary gift for my wife",
    fits: {
      3: "tide-sterling-silver-ring ember-garnet-ring halo-pendant-necklace lune-pearl-necklace crescent-hoop-earrings",
      2: "torsade-cuff-bracelet dew-drop-earrings",
      1: "marais-leather-tote longitude-automatic-watch",
    },
  },
];

/** Questions of customers who know what they want, and of people who have an occasion, a use or somebody in mind. */
export const questions: readonly Judgement[] = [...customers, ...occasions];
