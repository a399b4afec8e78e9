import type { Backdrop, Hex, Look } from "../look.ts";
import type { Paint } from "./paint.ts";
import { lightnessOf, mix } from "./tone.ts";

type Room = { wall: Hex; lit: Hex; floor: Hex };

const rooms: Record<Backdrop, Room> = {
  slate: { wall: "#1a2230", lit: "#5d6f8c", floor: "#2a3547" },
  plum: { wall: "#1f182b", lit: "#6a5680", floor: "#342942" },
  moss: { wall: "#17231f", lit: "#5b7a6b", floor: "#283a33" },
  clay: { wall: "#291c1a", lit: "#866257", floor: "#40302b" },
  sand: { wall: "#272219", lit: "#8f7d63", floor: "#413828" },
  ink: { wall: "#0f1629", lit: "#44588f", floor: "#1c2747" },
};

/** The empty showroom: lit wall, soft floor with one pool of light and the shadow of what stands on it. */
export function backdropOf(look: Look, paint: Paint, shadow = true): string {
  const { wall, lit, floor } = rooms[look.backdrop];
  // Dark goods need a brighter wall behind them, pale goods a calmer one.
  const lift = Math.min(1, Math.max(0, (0.85 - lightnessOf(look.body)) / 0.6));
  const pool = mix(lit, "#ffffff", 0.12 * lift);
  const strength = 0.55 + 0.4 * lift;
  const wallFill = paint.linear([
    [0, mix(wall, lit, 0.1)],
    [1, mix(wall, lit, 0.3)],
  ]);
  const floorFill = paint.linear([
    [0, mix(floor, lit, 0.02)],
    [0.18, mix(floor, lit, 0.24)],
    [0.5, mix(floor, lit, 0.3)],
    [1, mix(wall, floor, 0.5)],
  ]);
  // The wall curves into the floor, as a photographer's paper sweep does: a tone change without a hard line.
  const sweep = paint.linear([
    [0, mix(wall, "#000000", 0.3), 0],
    [0.5, mix(wall, "#000000", 0.3), 0.34],
    [1, mix(wall, "#000000", 0.3), 0],
  ]);
  return (
    `<rect width="1000" height="700" fill="${wallFill}"/>` +
    `<rect y="690" width="1000" height="310" fill="${floorFill}"/>` +
    paint.glow(450, 400, 620, 520, strength, pool) +
    `<rect y="600" width="1000" height="170" fill="${sweep}"/>` +
    paint.glow(470, 850, 600, 130, 0.5 + 0.2 * lift, pool) +
    (shadow ? paint.shadow(520, 812, 390, 44, 0.6) : "")
  );
}

/** What lies over the object: the filter that lights its upper-left edges, and the vignette. */
export function lightOf(paint: Paint, edge = 0.38): { rim: string; vignette: string } {
  const rim = paint.id("rim");
  paint.define(
    `<filter id="${rim}" filterUnits="userSpaceOnUse" x="0" y="0" width="1000" height="1000" color-interpolation-filters="sRGB">` +
      '<feOffset in="SourceAlpha" dx="2.2" dy="3" result="moved"/>' +
      `<feFlood flood-color="#fff" flood-opacity="${edge}"/><feComposite operator="out" in2="moved" result="edge"/>` +
      '<feComposite in="edge" in2="SourceGraphic" operator="atop"/>' +
      "</filter>",
  );
  const vignette = paint.radial(
    [
      [0, "#05070d", 0],
      [0.62, "#05070d", 0],
      [1, "#05070d", 0.55],
    ],
    0.48,
    0.48,
    0.74,
  );
  return { rim: `url(#${rim})`, vignette: `<rect width="1000" height="1000" fill="${vignette}"/>` };
}
