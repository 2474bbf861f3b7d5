/** The drawings of tiles and cards as SVG paths: numerals, the mark of each colour, the joker's star. */

const short = (value: number): string => String(Math.round(value * 100) / 100);

/** Write a path: letters stay, numbers are pairs of x and y moved by the origin. */
function path(x: number, y: number, ...parts: (string | number)[]): string {
  let odd = false;
  return parts
    .map((part) => {
      if (typeof part === "string") {
        odd = false;
        return part;
      }
      odd = !odd;
      return short(part + (odd ? x : y));
    })
    .join(" ");
}

/** An arc to a point: radii, which way round, and where to. */
const arc = (x: number, y: number, rx: number, ry: number, large: 0 | 1, sweep: 0 | 1, to: [number, number]): string =>
  `A ${short(rx)} ${short(ry)} 0 ${large} ${sweep} ${short(x + to[0])} ${short(y + to[1])}`;

type Drawn = (x: number, y: number, w: number, h: number) => string;

/** Digits as one stroke each, in a box of any width, so that two of them stand as well as one. */
const DIGITS: readonly Drawn[] = [
  (x, y, w, h) => {
    const r = w / 2;
    const ry = Math.min(h / 2, r * 1.25);
    return `${path(x, y, "M", 0, ry)} ${arc(x, y, r, ry, 0, 1, [w, ry])} ${path(x, y, "L", w, h - ry)} ${arc(x, y, r, ry, 0, 1, [0, h - ry])} Z`;
  },
  (x, y, w, h) => path(x, y, "M", 0, h * 0.2, "L", w * 0.72, 0, "L", w * 0.72, h),
  (x, y, w, h) =>
    `${path(x, y, "M", 0, h * 0.28)} ${arc(x, y, w / 2, h * 0.28, 0, 1, [w, h * 0.28])} ` +
    path(x, y, "C", w, h * 0.52, w * 0.4, h * 0.68, 0, h, "L", w, h),
  (x, y, w, h) =>
    `${path(x, y, "M", w * 0.03, h * 0.15)} ${arc(x, y, w * 0.48, h * 0.235, 1, 1, [w * 0.42, h * 0.47])} ` +
    `${arc(x, y, w * 0.53, h * 0.265, 1, 1, [0, h * 0.86])}`,
  (x, y, w, h) => path(x, y, "M", w * 0.74, h, "L", w * 0.74, 0, "L", 0, h * 0.69, "L", w, h * 0.69),
  (x, y, w, h) =>
    `${path(x, y, "M", w * 0.9, 0, "L", w * 0.14, 0, "L", w * 0.06, h * 0.46)} ` +
    `${path(x, y, "C", w * 0.2, h * 0.36, w * 0.36, h * 0.345, w * 0.48, h * 0.345)} ` +
    `${arc(x, y, w * 0.52, h * 0.327, 0, 1, [w * 0.48, h])} ${path(x, y, "C", w * 0.26, h, w * 0.1, h * 0.95, 0, h * 0.86)}`,
  (x, y, w, h) =>
    `${path(x, y, "M", w * 0.78, 0, "C", w * 0.34, h * 0.13, 0, h * 0.36, 0, h * 0.67)} ` +
    `${arc(x, y, w / 2, h * 0.33, 1, 0, [w, h * 0.67])} ${arc(x, y, w / 2, h * 0.33, 0, 0, [w * 0.02, h * 0.59])}`,
  (x, y, w, h) => path(x, y, "M", 0, 0, "L", w, 0, "L", w * 0.32, h),
  (x, y, w, h) =>
    `${path(x, y, "M", w / 2, 0)} ${arc(x, y, w * 0.45, h * 0.23, 0, 1, [w / 2, h * 0.46])} ` +
    `${arc(x, y, w * 0.5, h * 0.27, 0, 1, [w / 2, h])} ${arc(x, y, w * 0.5, h * 0.27, 0, 1, [w / 2, h * 0.46])} ` +
    `${arc(x, y, w * 0.45, h * 0.23, 0, 1, [w / 2, 0])} Z`,
  (x, y, w, h) =>
    `${path(x, y, "M", w * 0.22, h, "C", w * 0.66, h * 0.87, w, h * 0.64, w, h * 0.33)} ` +
    `${arc(x, y, w / 2, h * 0.33, 1, 0, [0, h * 0.33])} ${arc(x, y, w / 2, h * 0.33, 0, 0, [w * 0.98, h * 0.41])}`,
];

/** How wide a digit stands, of the width of an ordinary one. */
const widthOf = (digit: number, width: number): number => (digit === 1 ? width * 0.5 : width);

/** Return a number as one path to be stroked, its middle at (x, y). */
export function numeral(number: number, x: number, y: number, height: number): string {
  const digits = [...String(number)].map(Number);
  const width = digits.length > 1 ? height * 0.5 : height * 0.64;
  const gap = height * 0.29;
  const total = digits.reduce((sum, digit) => sum + widthOf(digit, width), gap * (digits.length - 1));
  let at = x - total / 2;
  return digits
    .map((digit) => {
      const own = widthOf(digit, width);
      const drawn = DIGITS[digit]!(at, y - height / 2, own, height);
      at += own + gap;
      return drawn;
    })
    .join(" ");
}

/** The mark of each colour, in a box from -10 to 10: moon, heart, drop, sun, leaf, bolt. */
export const MARKS: Readonly<Record<string, string>> = {
  k: "M 3.4 -9.4 A 9.6 9.6 0 1 0 9.4 3.4 A 7.6 7.6 0 0 1 3.4 -9.4 Z",
  r: "M 0 9.4 C -6 4.6 -10 1 -10 -3.6 A 5.2 5.2 0 0 1 0 -5.6 A 5.2 5.2 0 0 1 10 -3.6 C 10 1 6 4.6 0 9.4 Z",
  b: "M 0 -10.4 C 2.6 -6.2 7.4 -1.4 7.4 3 A 7.4 7.2 0 0 1 -7.4 3 C -7.4 -1.4 -2.6 -6.2 0 -10.4 Z",
  o: sun(8, 5.6, 8.2, 11),
  g: "M 9.2 -9.4 C 10.4 1.4 5.6 8.6 -2.4 8.2 L -7.2 10 L -8.6 8.4 L -5.9 5.3 C -10 -3.6 -2.4 -9.6 9.2 -9.4 Z",
  y: "M 3.2 -10.4 L -7.4 1.8 L -0.9 1.8 L -3.2 10.4 L 7.4 -2.4 L 0.9 -2.4 Z",
};

/** A disc with rays around it. */
function sun(rays: number, disc: number, from: number, to: number): string {
  const at = (angle: number, radius: number): string =>
    `${short(Math.cos(angle) * radius)} ${short(Math.sin(angle) * radius)}`;
  const drawn = Array.from({ length: rays }, (_, i) => {
    const angle = (i / rays) * Math.PI * 2;
    return `M ${at(angle - 0.2, from)} L ${at(angle, to)} L ${at(angle + 0.2, from)} Z`;
  });
  return `M ${-disc} 0 A ${disc} ${disc} 0 1 1 ${disc} 0 A ${disc} ${disc} 0 1 1 ${-disc} 0 Z ${drawn.join(" ")}`;
}

/** The joker's star around (0, 0), radius 10; its corners are rounded by the stroke. */
export const STAR = star(9, 4.9);

/** The same star's left half. */
export const HALF_STAR = half(9, 4.9);

function corners(outer: number, inner: number): [number, number][] {
  return Array.from({ length: 10 }, (_, i) => {
    const angle = (i / 10) * Math.PI * 2 - Math.PI / 2;
    const radius = i % 2 ? inner : outer;
    return [Math.cos(angle) * radius, Math.sin(angle) * radius];
  });
}

function star(outer: number, inner: number): string {
  return `M ${corners(outer, inner)
    .map(([x, y]) => `${short(x)} ${short(y)}`)
    .join(" L ")} Z`;
}

function half(outer: number, inner: number): string {
  const [top, ...others] = corners(outer, inner);
  const left = [top!, ...others.slice(4)];
  return `M ${left.map(([x, y]) => `${short(x)} ${short(y)}`).join(" L ")} Z`;
}
