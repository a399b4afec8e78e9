import { goodFor } from "./good-for.ts";

/** A fact about a demo product, as its page shows it. */
export type DemoAttribute = { groupName: string; name: string; value: string; unit: string };

const groups: Readonly<Record<string, readonly string[]>> = {
  "At a glance": ["Type", "Color", "Fit", "Good for", "In the box"],
  "Materials and care": ["Material", "Lining", "Sole", "Stone", "Care", "Water protection"],
  "Size and weight": ["Weight", "Height", "Length", "Width", "Depth", "Thickness", "Capacity", "Case width", "Reach"],
  "Screen and image": ["Screen", "Resolution", "Refresh rate", "Sensor", "Lens", "Video", "Brightness"],
  "Power and connections": ["Power", "Battery life", "Charging", "Connection", "Cable", "Ports"],
  Features: [
    "Driver",
    "Noise cancelling",
    "Memory",
    "Storage",
    "Movement",
    "GPS",
    "Layout",
    "Film",
    "Polarized",
    "Laptop",
  ],
};
const groupOf = new Map(
  Object.entries(groups).flatMap(([group, names]) => names.map((name) => [name, group] as const)),
);

/**
 * What the descriptions say, for comparing. A semicolon ends an attribute, a comma one of its values, and a unit follows
 * a bar.
 */
const facts: Readonly<Record<string, string>> = {
  // audio
  "halden-over-ear-headphones":
    "Type: Over-ear; Connection: Wireless; Noise cancelling: Yes; Driver: 40|mm; Battery life: 38|hours; Weight: 9.2|oz; In the box: Hard case",
  "vesper-wire-band-headphones":
    "Type: On-ear; Connection: Wired; Noise cancelling: No; Cable: 4|ft; Material: Spring steel, Foam; Weight: 2.6|oz; In the box: Spare pads",
  "basalt-studio-headphones":
    "Type: Over-ear; Connection: Wired; Noise cancelling: No; Driver: 45|mm; Material: Aluminum, Sheepskin",
  "pip-true-wireless-earbuds":
    "Type: In-ear; Connection: Wireless; Battery life: 7|hours; Weight: 0.17|oz; In the box: Five sizes of tip",
  "sona-round-earbuds": "Type: In-ear; Connection: Wireless; Noise cancelling: No; Charging: USB-C",
  "fjell-earbuds-charging-puck":
    "Type: In-ear; Connection: Wireless; Driver: 12|mm; Water protection: IPX5; Material: Aluminum",
  "harbor-portable-speaker":
    "Type: Portable speaker; Connection: Wireless; Battery life: 16|hours; Height: 8|in; Water protection: 30 minutes under 3 ft of water; Material: Polyester",
  "cafe-radio-speaker":
    "Type: Radio; Connection: Bluetooth, FM, DAB+; Power: 20|W; Battery life: 12|hours; Material: Leather",
  "quarry-bookshelf-speaker":
    "Type: Bookshelf speaker; Connection: Bluetooth, Optical, Turntable; Driver: 5.25|in; Height: 11|in; Material: Birch",
  "lyric-belt-drive-turntable": "Type: Turntable; Connection: Wired; Material: Walnut veneer, Aluminum",
  "monolith-upright-record-player":
    "Type: Turntable; Connection: Wired; Material: Aluminum; Depth: 6|in; Weight: 15|lb",
  // bags
  "scholar-leather-backpack": "Type: Backpack; Material: Leather; Laptop: 14|in; Weight: 3.1|lb; Lining: Cotton",
  "transit-22l-commuter-backpack":
    "Type: Backpack; Material: Nylon; Capacity: 22|l; Color: Gray; Water protection: An hour of rain",
  "ridgeline-38l-hiking-pack": "Type: Backpack; Material: Nylon; Capacity: 38|l; Water protection: With rain cover",
  "market-canvas-tote": "Type: Tote; Material: Cotton; Color: Natural and blue",
  "marais-leather-tote": "Type: Tote; Material: Leather; Color: Red; Laptop: 13|in; Lining: None",
  "weekender-40l-duffel": "Type: Duffel; Material: Waxed canvas, Leather; Color: Navy; Capacity: 40|l",
  "drysail-60l-duffel": "Type: Duffel; Material: Tarpaulin; Capacity: 60|l; Water protection: Roll-down top",
  // cameras
  "reporter-rangefinder-camera":
    "Type: Rangefinder; Sensor: Full frame; Resolution: 24|MP; Lens: Not included; Weight: 21|oz",
  "alder-dslr-camera-kit":
    "Type: DSLR; Resolution: 26|MP; Lens: 50 mm f/1.8; Video: 1080p; Battery life: 900|shots; Weight: 27|oz",
  "wren-compact-mirrorless-camera": "Type: Mirrorless; Lens: 23 mm f/2; Battery life: 320|shots",
  "bloom-instant-camera": "Type: Instant camera; Film: Credit-card size; Color: Mint",
  "boxwood-instant-camera": "Type: Instant camera; Film: Square; Lens: Glass; Charging: USB-C",
  "panora-wide-instant-camera": "Type: Instant camera; Film: Wide; Width: 7|in; In the box: Strap, Ten sheets of film",
  "swift-folding-drone":
    "Type: Drone; Video: 4K; Battery life: 31|minutes; Weight: 8.8|oz; In the box: Two batteries, Soft case",
  "gnat-guarded-mini-drone": "Type: Drone; Battery life: 8|minutes; Width: 3|in; In the box: Three batteries",
  "osprey-camera-drone":
    "Type: Drone; Sensor: One inch; Resolution: 20|MP; Video: 5.4K; Battery life: 43|minutes; Weight: 3.1|lb",
  // clothing
  "fishermans-cable-sweater": "Type: Sweater; Material: Wool; Color: Natural",
  "skerry-lambswool-sweater": "Type: Sweater; Material: Wool; Color: Green; In the box: Pilling comb",
  "larch-fine-gauge-cardigan": "Type: Cardigan; Material: Merino wool; Color: Red; Care: Machine wash",
  "solene-linen-midi-dress": "Type: Dress; Material: Linen; Color: Terracotta; Lining: None",
  "amelie-satin-dress": "Type: Dress; Material: Viscose; Color: Green; Care: Hand wash",
  "nocturne-pleated-shirt-dress": "Type: Dress; Material: Crepe; Color: Purple; Care: Machine wash; Fit: Fitted waist",
  "atlas-oxford-shirt": "Type: Shirt; Material: Cotton; Color: Blue; Fit: Long",
  "chandler-checked-overshirt": "Type: Overshirt; Material: Cotton; Color: Blue; Fit: Roomy",
  "plainsong-heavyweight-tee": "Type: T-shirt; Material: Cotton",
  "breakwater-long-sleeve-tee": "Type: T-shirt; Material: Cotton, Linen; Color: Blue; Fit: Straight",
  "millrace-straight-jeans": "Type: Jeans; Material: Denim; Fit: Straight; Care: Cold wash",
  "chalkhill-relaxed-jeans": "Type: Jeans; Material: Cotton twill; Color: Natural; Fit: Relaxed",
  "merino-wool-scarf": "Type: Scarf; Material: Merino wool; Color: Yellow; Length: 72|in; Width: 12|in",
  "lagune-blanket-scarf":
    "Type: Scarf; Material: Alpaca, Wool; Color: Blue; Length: 78|in; Width: 26|in; Care: Dry-clean, Hand wash",
  "infield-cotton-cap": "Type: Cap; Material: Cotton; Color: Green",
  "towpath-waxed-cap": "Type: Cap; Material: Waxed cotton; Color: Rust; Lining: Flannel; Water protection: Waxed",
  "sailors-watch-beanie": "Type: Beanie; Material: Wool, Nylon; Color: Red; Fit: One size",
  "hillfort-fleece-lined-beanie": "Type: Beanie; Material: Wool; Color: Gray; Lining: Recycled fleece; Height: 9|in",
  // computers
  "feather-13-laptop":
    "Type: Laptop; Screen: 13.4|in; Memory: 16|GB; Storage: 512|GB; Ports: USB-C, Headphone jack; Battery life: 15|hours; Weight: 2.3|lb; Material: Aluminum",
  "folio-2-in-1-laptop": "Type: 2-in-1; Screen: 12|in; Memory: 8|GB; In the box: Keyboard, Pen",
  "anvil-16-workstation-laptop": "Type: Laptop; Screen: 16|in; Memory: 64|GB; Weight: 5.6|lb",
  "plane-27-4k-monitor":
    "Type: Monitor; Screen: 27|in; Resolution: 3840 x 2160; Refresh rate: 60|Hz; Brightness: 350|nits; Ports: USB-C",
  "horizon-34-curved-monitor": "Type: Monitor; Screen: 34|in; Resolution: 3440 x 1440; Refresh rate: 165|Hz",
  "concert-24-monitor": "Type: Monitor; Screen: 24|in; Resolution: Full HD; Refresh rate: 100|Hz; Power: 12|W",
  "lantern-home-projector": "Type: Projector; Screen: 100|in",
  "canister-portable-projector": "Type: Projector; Brightness: 300|lumens; Battery life: 2.3|hours",
  // desk and gaming
  "clack-75-mechanical-keyboard":
    "Type: Keyboard; Layout: 75 percent; Connection: Wired, Wireless; In the box: Switch puller",
  "span-slim-keyboard":
    "Type: Keyboard; Layout: Full size; Connection: Wireless; Battery life: 3|months; Material: Aluminum; Thickness: 0.7|in",
  "parted-split-keyboard": "Type: Keyboard; Layout: Split; Cable: 3|ft",
  "pebble-wireless-mouse": "Type: Mouse; Connection: Wireless; Battery life: 18|months",
  "orbit-thumb-trackball": "Type: Trackball; Fit: Right hand only",
  "vex-gaming-mouse": "Type: Mouse; Connection: Wireless; Weight: 2.2|oz; Material: Magnesium",
  "tandem-wireless-controller":
    "Type: Controller; Connection: Wireless; Battery life: 25|hours; Cable: 10|ft; In the box: Fabric sleeve, Charging cable",
  "arcade-88-wired-gamepad": "Type: Controller; Connection: Wired; Cable: 9|ft",
  "nomad-handheld-console": "Type: Handheld; Screen: 7|in; Resolution: 1080p; Storage: Memory card",
  "heron-jointed-desk-lamp":
    "Type: Desk lamp; Color: Red; Material: Steel; Reach: 31|in; In the box: Bulb, Weighted base, Desk clamp",
  "chanterelle-table-lamp": "Type: Table lamp; Height: 10|in; Battery life: 9|hours",
  "ledger-light-bar-lamp": "Type: Desk lamp; Length: 20|in",
  // everyday
  "tarn-insulated-bottle": "Type: Bottle; Material: Steel; Color: Green; Care: Hand wash",
  "clearspring-glass-bottle":
    "Type: Bottle; Material: Borosilicate glass, Cork, Steel; Care: Dishwasher; In the box: Felt sleeve",
  "slim-bifold-wallet": "Type: Wallet; Material: Leather; Capacity: 6|cards; Thickness: 0.35|in",
  "strand-zip-wallet": "Type: Wallet; Material: Recycled sailcloth; Color: Green",
  "registrar-fountain-pen": "Type: Fountain pen; Material: Resin; Color: Burgundy; Length: 5.6|in",
  "brass-pen-and-pouch-set":
    "Type: Ballpoint pen; Material: Brass; Length: 4.1|in; Weight: 1.6|oz; In the box: Felt pouch",
  "chancery-dress-belt": "Type: Belt; Material: Leather; Color: Brown; Width: 1.25|in; Thickness: 4|mm",
  "towline-webbing-belt": "Type: Belt; Material: Cotton; Color: Coral",
  "squall-windproof-umbrella":
    "Type: Umbrella; Material: Fiberglass; Color: Red; Length: 12|in closed; Width: 42|in open",
  "pagoda-stick-umbrella": "Type: Umbrella; Material: Steel, Maple; Color: Yellow; Length: 35|in",
  "bight-carabiner-key-ring": "Type: Key ring; Color: Gray; Capacity: 8|keys",
  "bellhop-leather-key-fob": "Type: Key ring; Material: Leather, Brass; Color: Green",
  // footwear
  "rally-court-sneakers": "Type: Sneakers; Material: Leather; Color: White and green; Lining: Terry; Sole: Cup sole",
  "canal-canvas-high-tops": "Type: Sneakers; Material: Cotton canvas; Color: Blue; Sole: Rubber",
  "tempo-daily-running-shoes": "Type: Running shoes; Material: Knit; Sole: Foam; Weight: 7.9|oz",
  "aldgate-chelsea-boots": "Type: Boots; Material: Leather; Color: Sand; Sole: Rubber",
  "werkhof-lace-up-boots":
    "Type: Boots; Material: Nubuck; Color: Wheat; Sole: Lug; Height: 6|in; Weight: 1.9|lb each; Water protection: To the second eyelet",
  "odette-heeled-ankle-boots":
    "Type: Boots; Material: Leather; Color: Black; Height: 2.25|in heel; Sole: Leather with rubber",
  "fenwick-penny-loafers": "Type: Loafers; Material: Leather; Color: Red; Lining: None; Fit: Regular",
  "dorset-tassel-loafers": "Type: Loafers; Material: Suede; Color: Navy; Sole: Leather; In the box: Cotton bags",
  "rive-lug-sole-loafers": "Type: Loafers; Material: Leather; Sole: Rubber; In the box: Stick-in grips",
  // jewelry and sunglasses
  "riva-acetate-sunglasses": "Type: Sunglasses; Material: Acetate; Color: Tortoiseshell; Polarized: No",
  "cirrus-aviator-sunglasses":
    "Type: Sunglasses; Material: Titanium; Color: Gold; Polarized: Yes; Weight: 0.6|oz; In the box: Spare screws",
  "dune-round-sunglasses": "Type: Sunglasses; Material: Castor-bean plastic; Color: Bone; Width: 48|mm lenses",
  "tide-sterling-silver-ring": "Type: Ring; Material: Silver; Stone: Topaz; In the box: Polishing cloth",
  "ember-garnet-ring": "Type: Ring; Material: Gold; Stone: Garnet",
  "halo-pendant-necklace": "Type: Necklace; Material: Gold vermeil, Silver; Stone: Onyx; Length: 16, 18|in",
  "lune-pearl-necklace": "Type: Necklace; Material: Pearl, Silk; Length: 17.5|in",
  "crescent-hoop-earrings": "Type: Earrings; Material: Rose gold, Steel; Width: 1.25|in; Weight: 0.1|oz each",
  "dew-drop-earrings": "Type: Earrings; Material: Glass, Silver; Color: Blue; Length: 1.5|in",
  "torsade-cuff-bracelet": "Type: Bracelet; Material: Bronze; Fit: Wrists from 5.5 to 7.5 in",
  "cordage-leather-bracelet": "Type: Bracelet; Material: Leather, Steel; Color: Teal",
  // outerwear
  "mistral-packable-rain-jacket": "Type: Jacket; Weight: 9.8|oz; Water protection: 15,000 mm membrane",
  "kettle-quilted-jacket": "Type: Jacket; Material: Recycled ripstop; Lining: Duck down",
  "foundry-denim-jacket": "Type: Jacket; Material: Denim; Color: Blue",
  "lisiere-wool-overcoat": "Type: Coat; Material: Wool, Cashmere; Color: Camel; Length: Knee",
  "ostend-cotton-trench-coat": "Type: Coat; Material: Cotton; Water protection: A shower",
  "baltic-duffle-coat": "Type: Coat; Material: Wool; Color: Burgundy; Weight: 3.4|lb",
  "carriage-lined-leather-gloves": "Type: Gloves; Material: Leather; Lining: Cashmere",
  "ferry-wool-gloves": "Type: Gloves; Material: Wool; Color: Oatmeal; Care: Hand wash",
  // phones and tablets
  "lumen-6-smartphone": "Type: Smartphone; Screen: 6.1|in; Color: Green",
  "clam-folding-phone": "Type: Folding phone; Width: 3.4|in folded",
  "ledge-5g-smartphone":
    "Type: Smartphone; Screen: 6.4|in; Charging: 30|W; Ports: Headphone jack; Storage: Memory card",
  "margin-11-drawing-tablet":
    "Type: Tablet; Refresh rate: 120|Hz; Weight: 16|oz; Battery life: 10|hours; In the box: Pen",
  "reader-8-tablet-folio":
    "Type: Tablet; Screen: 8|in; Weight: 10|oz; Connection: Bluetooth; In the box: Leather folio",
  "tableau-12-tablet": "Type: Tablet; Screen: 12|in; Resolution: 2560 x 1600; Battery life: 11|hours",
  "twin-port-wall-charger": "Type: Charger; Power: 45|W; Ports: USB-C",
  "perch-wireless-charging-stand": "Type: Charger; Power: 15|W; Material: Wool felt, Steel",
  "reserve-20k-power-bank": "Type: Power bank; Capacity: 20,000|mAh; Material: Aluminum",
  // watches
  "longitude-automatic-watch":
    "Type: Watch; Movement: Automatic; Material: Steel; Case width: 39|mm; Thickness: 10.4|mm; Water protection: 330 ft",
  "stratus-chronograph": "Type: Chronograph; Movement: Quartz; Material: Steel; Case width: 41|mm; Color: Rose gold",
  "cartographer-field-watch":
    "Type: Watch; Movement: Hand-wound; Material: Steel; Case width: 38|mm; Water protection: 330 ft",
  "cadence-smartwatch": "Type: Smartwatch; GPS: Yes; Battery life: 4|days; In the box: Two strap lengths",
  "tangent-hybrid-smartwatch": "Type: Smartwatch; Material: Steel; Battery life: 12|days; In the box: Pin tool",
  "stride-fitness-band": "Type: Fitness band; GPS: No; Battery life: 14|days; Weight: 0.8|oz; Color: Raspberry",
};

/** The facts about a product in their order: by their groups. */
export function attributesOf(slug: string): DemoAttribute[] {
  const uses = goodFor[slug] === undefined ? "" : `; Good for: ${goodFor[slug]}`;
  const all = ((facts[slug] ?? "") + uses).split("; ").flatMap((fact) => {
    const [name = "", list = ""] = fact.split(": ");
    const [values = "", unit = ""] = list.split("|");
    const groupName = groupOf.get(name) ?? "";
    // Only a comma with a blank divides values, so that numbers can have theirs.
    return values.split(", ").flatMap((value) => (value === "" ? [] : [{ groupName, name, value, unit }]));
  });
  return Object.keys(groups).flatMap((group) => all.filter(({ groupName }) => groupName === group));
}

/** The slugs that have facts. */
export const slugsWithAttributes: readonly string[] = Object.keys(facts);
