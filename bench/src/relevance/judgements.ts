/**
 * Queries with the products of the demo shop that fit them, by slug: grade 3 is what the query asks for, 2 fits well, 1
 * is acceptable. Everything else does not fit. Judged by reading the products, not by looking at results.
 */
export type Judgement = { query: string; fits: Readonly<Partial<Record<1 | 2 | 3, string>>> };

const footwear =
  "rally-court-sneakers canal-canvas-high-tops tempo-daily-running-shoes fenwick-penny-loafers dorset-tassel-loafers " +
  "rive-lug-sole-loafers aldgate-chelsea-boots werkhof-lace-up-boots odette-heeled-ankle-boots";
const loafers = "fenwick-penny-loafers dorset-tassel-loafers rive-lug-sole-loafers";
const boots = "aldgate-chelsea-boots werkhof-lace-up-boots odette-heeled-ankle-boots";
const sneakers = "rally-court-sneakers canal-canvas-high-tops tempo-daily-running-shoes";
const headphones = "halden-over-ear-headphones vesper-wire-band-headphones basalt-studio-headphones";
const earbuds = "pip-true-wireless-earbuds sona-round-earbuds fjell-earbuds-charging-puck";
const speakers = "harbor-portable-speaker cafe-radio-speaker quarry-bookshelf-speaker";
const recordPlayers = "lyric-belt-drive-turntable monolith-upright-record-player";
const laptops = "feather-13-laptop folio-2-in-1-laptop anvil-16-workstation-laptop";
const monitors = "plane-27-4k-monitor horizon-34-curved-monitor concert-24-monitor";
const projectors = "lantern-home-projector canister-portable-projector";
const phones = "lumen-6-smartphone clam-folding-phone ledge-5g-smartphone";
const tablets = "margin-11-drawing-tablet reader-8-tablet-folio tableau-12-tablet";
const keyboards = "clack-75-mechanical-keyboard span-slim-keyboard parted-split-keyboard";
const lamps = "heron-jointed-desk-lamp chanterelle-table-lamp ledger-light-bar-lamp";
const watches = "longitude-automatic-watch stratus-chronograph cartographer-field-watch";
const smartwatches = "cadence-smartwatch tangent-hybrid-smartwatch";
const instantCameras = "bloom-instant-camera boxwood-instant-camera panora-wide-instant-camera";
const cameras = `reporter-rangefinder-camera alder-dslr-camera-kit wren-compact-mirrorless-camera ${instantCameras}`;
const drones = "swift-folding-drone gnat-guarded-mini-drone osprey-camera-drone";
const backpacks = "scholar-leather-backpack transit-22l-commuter-backpack ridgeline-38l-hiking-pack";
const bags = `${backpacks} market-canvas-tote marais-leather-tote weekender-40l-duffel drysail-60l-duffel`;
const dresses = "solene-linen-midi-dress amelie-satin-dress nocturne-pleated-shirt-dress";
const jackets = "mistral-packable-rain-jacket kettle-quilted-jacket foundry-denim-jacket";
const coats = "lisiere-wool-overcoat ostend-cotton-trench-coat baltic-duffle-coat";
const gloves = "carriage-lined-leather-gloves ferry-wool-gloves";
const tees = "plainsong-heavyweight-tee breakwater-long-sleeve-tee";
const jeans = "millrace-straight-jeans chalkhill-relaxed-jeans";
const scarves = "merino-wool-scarf lagune-blanket-scarf";
const caps = "infield-cotton-cap towpath-waxed-cap";
const beanies = "sailors-watch-beanie hillfort-fleece-lined-beanie";
const sunglasses = "riva-acetate-sunglasses cirrus-aviator-sunglasses dune-round-sunglasses";
const necklaces = "halo-pendant-necklace lune-pearl-necklace";
const earrings = "crescent-hoop-earrings dew-drop-earrings";
const jewellery =
  `tide-sterling-silver-ring ember-garnet-ring ${necklaces} ${earrings} ` +
  "torsade-cuff-bracelet cordage-leather-bracelet";
const bottles = "tarn-insulated-bottle clearspring-glass-bottle";
const keyRings = "bight-carabiner-key-ring bellhop-leather-key-fob";
const umbrellas = "squall-windproof-umbrella pagoda-stick-umbrella";
const wallets = "slim-bifold-wallet strand-zip-wallet";
const usbC = {
  3: "twin-port-wall-charger",
  2: "feather-13-laptop plane-27-4k-monitor",
  1: "sona-round-earbuds boxwood-instant-camera",
};

const exactNames: Judgement[] = [
  { query: "Halden Over-Ear Headphones", fits: { 3: "halden-over-ear-headphones" } },
  { query: "atlas oxford shirt", fits: { 3: "atlas-oxford-shirt" } },
  { query: "Solène Linen Midi Dress", fits: { 3: "solene-linen-midi-dress" } },
  { query: "registrar no. 4 fountain pen", fits: { 3: "registrar-fountain-pen" } },
  { query: "100% Merino Wool Scarf", fits: { 3: "merino-wool-scarf" } },
  { query: "lumen 6", fits: { 3: "lumen-6-smartphone" } },
  { query: "osprey", fits: { 3: "osprey-camera-drone" } },
  { query: "fisherman's cable sweater", fits: { 3: "fishermans-cable-sweater" } },
];

const wordForms: Judgement[] = [
  { query: "shoes", fits: { 3: `${sneakers} ${loafers}`, 2: boots } },
  { query: "shoe", fits: { 3: `${sneakers} ${loafers}`, 2: boots } },
  { query: "dresses", fits: { 3: dresses } },
  { query: "jackets", fits: { 3: jackets, 1: "chandler-checked-overshirt" } },
  { query: "watches", fits: { 3: watches, 2: smartwatches } },
  { query: "earring", fits: { 3: earrings } },
  { query: "scarves", fits: { 3: scarves } },
  { query: "headphone", fits: { 3: headphones } },
  { query: "lamps", fits: { 3: lamps } },
  { query: "umbrellas", fits: { 3: umbrellas } },
  { query: "wallets", fits: { 3: wallets } },
  { query: "boot", fits: { 3: boots } },
  { query: "pens", fits: { 3: "registrar-fountain-pen brass-pen-and-pouch-set" } },
  { query: "knitted sweaters", fits: { 3: "fishermans-cable-sweater", 2: "skerry-lambswool-sweater" } },
  { query: "folding drones", fits: { 3: "swift-folding-drone" } },
  { query: "bracelets", fits: { 3: "torsade-cuff-bracelet cordage-leather-bracelet" } },
];

const wordOrder: Judgement[] = [
  { query: "shirt oxford", fits: { 3: "atlas-oxford-shirt" } },
  { query: "camera instant", fits: { 3: instantCameras } },
  { query: "boots chelsea", fits: { 3: "aldgate-chelsea-boots" } },
  { query: "gloves wool", fits: { 3: "ferry-wool-gloves" } },
  { query: "tote leather", fits: { 3: "marais-leather-tote" } },
  { query: "coat trench", fits: { 3: "ostend-cotton-trench-coat" } },
];

const synonyms: Judgement[] = [
  { query: "trainers", fits: { 3: sneakers } },
  { query: "sneakers", fits: { 3: sneakers } },
  { query: "notebook", fits: { 3: laptops } },
  { query: "mobile phone", fits: { 3: phones } },
  { query: "cell phones", fits: { 3: phones } },
  { query: "jumper", fits: { 3: "fishermans-cable-sweater skerry-lambswool-sweater", 2: "larch-fine-gauge-cardigan" } },
  { query: "pullover", fits: { 3: "fishermans-cable-sweater skerry-lambswool-sweater" } },
  { query: "t-shirt", fits: { 3: tees } },
  { query: "trousers", fits: { 3: jeans } },
  { query: "pants", fits: { 3: jeans } },
  { query: "rucksack", fits: { 3: backpacks } },
  { query: "handbag", fits: { 3: "marais-leather-tote", 2: "market-canvas-tote" } },
  { query: "shades", fits: { 3: sunglasses } },
  { query: "record player", fits: { 3: recordPlayers } },
  { query: "vinyl player", fits: { 3: recordPlayers } },
  { query: "beamer", fits: { 3: projectors } },
  { query: "earphones", fits: { 3: earbuds, 2: headphones } },
  { query: "hat", fits: { 3: `${caps} ${beanies}` } },
  { query: "gamepad", fits: { 3: "arcade-88-wired-gamepad tandem-wireless-controller" } },
  { query: "jewelry", fits: { 3: jewellery } },
  { query: "display", fits: { 3: monitors } },
  { query: "denim trousers", fits: { 3: "millrace-straight-jeans", 2: "chalkhill-relaxed-jeans" } },
  { query: "holdall", fits: { 3: "weekender-40l-duffel drysail-60l-duffel" } },
  { query: "quadcopter", fits: { 3: drones } },
];

const colours: Judgement[] = [
  { query: "green dress", fits: { 3: "amelie-satin-dress" } },
  { query: "black boots", fits: { 3: "odette-heeled-ankle-boots" } },
  { query: "white sneakers", fits: { 3: "rally-court-sneakers" } },
  { query: "navy loafers", fits: { 3: "dorset-tassel-loafers" } },
  { query: "brown belt", fits: { 3: "chancery-dress-belt" } },
  { query: "blue scarf", fits: { 3: "lagune-blanket-scarf" } },
  { query: "rose gold", fits: { 3: "stratus-chronograph crescent-hoop-earrings" } },
  { query: "grey beanie", fits: { 3: "hillfort-fleece-lined-beanie" } },
  { query: "purple dress", fits: { 3: "nocturne-pleated-shirt-dress" } },
  { query: "red umbrella", fits: { 3: "squall-windproof-umbrella" } },
];

const compounds: Judgement[] = [
  { query: "usb-c", fits: usbC },
  { query: "usb c", fits: usbC },
  { query: "usbc", fits: usbC },
  { query: "head phones", fits: { 3: headphones } },
  { query: "ear buds", fits: { 3: earbuds } },
  { query: "smart watch", fits: { 3: smartwatches, 1: "stride-fitness-band" } },
  { query: "smartphone", fits: { 3: phones } },
  { query: "back pack", fits: { 3: backpacks } },
  { query: "hightops", fits: { 3: "canal-canvas-high-tops" } },
  { query: "keyring", fits: { 3: keyRings } },
  { query: "noise-canceling headphones", fits: { 3: "halden-over-ear-headphones" } },
  { query: "powerbank", fits: { 3: "reserve-20k-power-bank" } },
  { query: "tshirts", fits: { 3: tees } },
  { query: "sun glasses", fits: { 3: sunglasses } },
];

const brandsAndCategories: Judgement[] = [
  {
    query: "tonvik",
    fits: {
      3:
        "halden-over-ear-headphones pip-true-wireless-earbuds cafe-radio-speaker monolith-upright-record-player " +
        "fjell-earbuds-charging-puck",
    },
  },
  {
    query: "brunnholt",
    fits: {
      3:
        "mistral-packable-rain-jacket werkhof-lace-up-boots kettle-quilted-jacket baltic-duffle-coat " +
        "squall-windproof-umbrella towpath-waxed-cap hillfort-fleece-lined-beanie",
    },
  },
  {
    query: "verane",
    fits: {
      3:
        `${dresses} marais-leather-tote lagune-blanket-scarf odette-heeled-ankle-boots rive-lug-sole-loafers ` +
        "lisiere-wool-overcoat ostend-cotton-trench-coat",
    },
  },
  { query: "meridane watch", fits: { 3: `${watches} tangent-hybrid-smartwatch` } },
  { query: "hexmoor keyboard", fits: { 3: "clack-75-mechanical-keyboard" } },
  { query: "okumori bottle", fits: { 3: bottles } },
  { query: "penhallow and rook loafers", fits: { 3: "fenwick-penny-loafers dorset-tassel-loafers" } },
  { query: "footwear", fits: { 3: footwear } },
  { query: "outerwear", fits: { 3: `${jackets} ${coats} ${gloves}` } },
  { query: "audio", fits: { 3: `${headphones} ${earbuds} ${speakers} ${recordPlayers}` } },
  { query: "cameras", fits: { 3: cameras, 1: drones } },
  { query: "bags", fits: { 3: bags } },
  { query: "phones and tablets", fits: { 3: `${phones} ${tablets}` } },
  {
    query: "gaming",
    fits: {
      3: "vex-gaming-mouse tandem-wireless-controller arcade-88-wired-gamepad nomad-handheld-console",
      1: "clack-75-mechanical-keyboard",
    },
  },
  { query: "eyewear", fits: { 3: sunglasses } },
];

const misspellings: Judgement[] = [
  { query: "headfones", fits: { 3: headphones } },
  { query: "sunglases", fits: { 3: sunglasses } },
  { query: "keybord", fits: { 3: keyboards } },
  { query: "umbrela", fits: { 3: umbrellas } },
  { query: "necklase", fits: { 3: necklaces } },
  { query: "wirless mouse", fits: { 3: "pebble-wireless-mouse vex-gaming-mouse" } },
  { query: "camra", fits: { 3: cameras } },
  { query: "bluetoth speaker", fits: { 3: "cafe-radio-speaker quarry-bookshelf-speaker" } },
  { query: "chronograf", fits: { 3: "stratus-chronograph" } },
  {
    query: "brunholt",
    fits: {
      3: "mistral-packable-rain-jacket werkhof-lace-up-boots kettle-quilted-jacket baltic-duffle-coat squall-windproof-umbrella towpath-waxed-cap hillfort-fleece-lined-beanie",
    },
  },
  { query: "laptpo", fits: { 3: laptops } },
  { query: "baeltic coat", fits: { 3: "baltic-duffle-coat" } },
];

const beginnings: Judgement[] = [
  { query: "headph", fits: { 3: headphones } },
  { query: "sungl", fits: { 3: sunglasses } },
  { query: "turnt", fits: { 3: "lyric-belt-drive-turntable", 2: "monolith-upright-record-player" } },
  { query: "wall cha", fits: { 3: "twin-port-wall-charger" } },
  { query: "merino sc", fits: { 3: "merino-wool-scarf" } },
  { query: "watc", fits: { 3: watches, 2: smartwatches } },
  { query: "wireless mo", fits: { 3: "pebble-wireless-mouse vex-gaming-mouse" } },
  { query: "keyb", fits: { 3: keyboards } },
];

const units: Judgement[] = [
  { query: "27 inch monitor", fits: { 3: "plane-27-4k-monitor" } },
  { query: '27" monitor', fits: { 3: "plane-27-4k-monitor" } },
  { query: "256gb", fits: { 3: "lumen-6-smartphone clam-folding-phone" } },
  { query: "phone 256 GB", fits: { 3: "lumen-6-smartphone clam-folding-phone" } },
  { query: "40 l duffel", fits: { 3: "weekender-40l-duffel" } },
  { query: "24oz bottle", fits: { 3: "tarn-insulated-bottle" } },
  { query: "50mm lens", fits: { 3: "alder-dslr-camera-kit" } },
  { query: "45w charger", fits: { 3: "twin-port-wall-charger" } },
  { query: "60 liter bag", fits: { 3: "drysail-60l-duffel" } },
  { query: "34 inch curved monitor", fits: { 3: "horizon-34-curved-monitor" } },
  { query: "4 k monitor", fits: { 3: "plane-27-4k-monitor" } },
];

const partialMatches: Judgement[] = [
  { query: "red dress", fits: { 3: "solene-linen-midi-dress", 2: "amelie-satin-dress nocturne-pleated-shirt-dress" } },
  {
    query: "waterproof watch",
    fits: { 3: "longitude-automatic-watch", 2: "cartographer-field-watch", 1: "stratus-chronograph" },
  },
  { query: "yellow umbrella", fits: { 3: "pagoda-stick-umbrella", 1: "squall-windproof-umbrella" } },
  { query: "silk dress", fits: { 3: "amelie-satin-dress", 2: "solene-linen-midi-dress nocturne-pleated-shirt-dress" } },
  { query: "leather sneakers", fits: { 3: "rally-court-sneakers" } },
  { query: "mens running shoes", fits: { 3: "tempo-daily-running-shoes" } },
  { query: "gold necklace", fits: { 3: necklaces } },
  { query: "wireless gaming mouse", fits: { 3: "vex-gaming-mouse" } },
  {
    query: "waterproof jacket",
    fits: { 3: "mistral-packable-rain-jacket", 1: "kettle-quilted-jacket foundry-denim-jacket" },
  },
  { query: "winter coat", fits: { 3: "baltic-duffle-coat", 2: "lisiere-wool-overcoat" } },
  { query: "titanium laptop", fits: { 3: laptops } },
];

const specialCharacters: Judgement[] = [
  { query: "100%", fits: { 3: "merino-wool-scarf" } },
  { query: "arcade '88", fits: { 3: "arcade-88-wired-gamepad" } },
  { query: "pen & pouch", fits: { 3: "brass-pen-and-pouch-set" } },
  { query: "f/2 lens", fits: { 3: "wren-compact-mirrorless-camera" } },
  { query: "headphones!!!", fits: { 3: headphones } },
  { query: "2-in-1 laptop", fits: { 3: "folio-2-in-1-laptop" } },
  { query: "cafe radio", fits: { 3: "cafe-radio-speaker" } },
  { query: "DAB+ radio", fits: { 3: "cafe-radio-speaker" } },
  { query: "(amelie)", fits: { 3: "amelie-satin-dress" } },
];

/** All judged queries. */
export const judgements: readonly Judgement[] = [
  ...exactNames,
  ...wordForms,
  ...wordOrder,
  ...synonyms,
  ...colours,
  ...compounds,
  ...brandsAndCategories,
  ...misspellings,
  ...beginnings,
  ...units,
  ...partialMatches,
  ...specialCharacters,
];
