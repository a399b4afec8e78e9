import type { Look } from "../../look.ts";
import { jewelOf } from "./jewels.ts";
import type { Camera } from "./render.ts";
import type { Surface } from "./scene.ts";
import { pairOf, shoeOf } from "./shoes.ts";

export type Scene = { surfaces: Surface[]; camera: Camera };

const flat = { distance: 60, target: [0, 2, 0] } as const;

/** What is modelled rather than drawn, from the front, near by and from behind. */
export function scenesOf(look: Look): readonly Scene[] | undefined {
  const { kind, design, body, accent } = look;
  if (kind === "sneaker" || kind === "boot" || kind === "loafer") {
    const shoe = shoeOf(kind, design, body, accent);
    const tall = kind === "boot" || (kind === "sneaker" && design === 1);
    const far = { distance: 120, target: [0, 6, 0] } as const;
    return [
      {
        surfaces: pairOf(shoe, 218, [6.5, 0, -10.5], 212),
        camera: {
          ...far,
          azimuth: 0,
          elevation: 20,
          fit: { width: 0.8, height: tall ? 0.7 : 0.56, x: 0.49, y: tall ? 0.53 : 0.6 },
        },
      },
      {
        surfaces: pairOf(shoe, 236, [7.5, 0, -10.5], 230),
        camera: {
          ...far,
          azimuth: 0,
          elevation: 34,
          fit: { width: 1.65, height: 1.9, x: 0.62, y: tall ? 0.42 : 0.44 },
        },
      },
      {
        surfaces: pairOf(shoe, 38, [-11.5, 0, -3.5], 60),
        camera: {
          ...far,
          azimuth: 0,
          elevation: 17,
          fit: { width: 0.8, height: tall ? 0.66 : 0.5, x: 0.5, y: tall ? 0.54 : 0.6 },
        },
      },
    ];
  }
  if (kind !== "ring" && kind !== "necklace" && kind !== "earrings" && kind !== "bracelet") return undefined;
  const surfaces = jewelOf(kind, design, body, accent);
  const base = { surfaces };
  if (kind === "ring")
    return [
      { ...base, camera: { ...flat, azimuth: 0, elevation: 17, fit: { width: 0.66, height: 0.6, x: 0.5, y: 0.56 } } },
      { ...base, camera: { ...flat, azimuth: 24, elevation: 34, fit: { width: 1.7, height: 1.5, x: 0.5, y: 0.72 } } },
      { ...base, camera: { ...flat, azimuth: 72, elevation: 30, fit: { width: 0.8, height: 0.72, x: 0.5, y: 0.56 } } },
    ];
  if (kind === "necklace")
    return [
      { ...base, camera: { ...flat, azimuth: -14, elevation: 8, fit: { width: 0.72, height: 0.76, x: 0.5, y: 0.51 } } },
      {
        ...base,
        camera: {
          ...flat,
          azimuth: 18,
          elevation: 10,
          fit: { width: 2.1, height: 2.4, x: 0.46, y: design === 0 ? 0.6 : 0.55 },
        },
      },
      { ...base, camera: { ...flat, azimuth: 52, elevation: 12, fit: { width: 0.72, height: 0.76, x: 0.5, y: 0.51 } } },
    ];
  if (kind === "earrings")
    return [
      { ...base, camera: { ...flat, azimuth: -12, elevation: 9, fit: { width: 0.6, height: 0.68, x: 0.5, y: 0.53 } } },
      { ...base, camera: { ...flat, azimuth: 14, elevation: 6, fit: { width: 1.5, height: 1.7, x: 0.72, y: 0.66 } } },
      { ...base, camera: { ...flat, azimuth: 64, elevation: 14, fit: { width: 0.6, height: 0.68, x: 0.5, y: 0.53 } } },
    ];
  return [
    { ...base, camera: { ...flat, azimuth: 0, elevation: 30, fit: { width: 0.6, height: 0.5, x: 0.5, y: 0.6 } } },
    { ...base, camera: { ...flat, azimuth: 16, elevation: 36, fit: { width: 1.6, height: 1.4, x: 0.48, y: 0.12 } } },
    { ...base, camera: { ...flat, azimuth: 150, elevation: 38, fit: { width: 0.66, height: 0.54, x: 0.5, y: 0.58 } } },
  ];
}
