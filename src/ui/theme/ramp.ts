/**
 * A brand ramp from one seed colour: sixteen stops with the hue of the seed and the lightness of Fluent's web ramp, on
 * which white text is readable for every seed.
 */

export const STOPS = [10, 20, 30, 40, 50, 60, 70, 80, 90, 100, 110, 120, 130, 140, 150, 160] as const;
export type Stop = (typeof STOPS)[number];
/** `#rrggbb` per stop, 10 the darkest. */
export type Ramp = Record<Stop, string>;

/** OKLCH lightness (0…1) and chroma of each stop of Fluent's web ramp. */
const CURVE: Record<Stop, readonly [lightness: number, chroma: number]> = {
  10: [0.1973, 0.0351],
  20: [0.2478, 0.0515],
  30: [0.292, 0.0649],
  40: [0.3412, 0.0783],
  50: [0.3883, 0.0961],
  60: [0.4364, 0.1123],
  70: [0.4764, 0.131],
  80: [0.5263, 0.1493],
  90: [0.611, 0.1581],
  100: [0.6863, 0.1534],
  110: [0.725, 0.1309],
  120: [0.7617, 0.1136],
  130: [0.8117, 0.0897],
  140: [0.8634, 0.062],
  150: [0.9101, 0.0376],
  160: [0.9607, 0.0148],
};

/** Least contrast of white text on the stops that have it. */
const WHITE_ON: Partial<Record<Stop, number>> = { 40: 10.5, 60: 7.2, 70: 5.6, 80: 4.6, 90: 3.6 };

/**
 * The card of the dark theme, and the least contrast with it of the stops for marks (100) and text (110 to 130). Text has
 * some more, because a row under the pointer is paler.
 */
const DARK_CARD = '#292929';
const ON_DARK: Partial<Record<Stop, number>> = { 100: 3.1, 110: 5.2, 120: 5.2, 130: 7.2 };

/** Neighbouring stops differ by at least this much lightness. */
const LEAST_STEP = 0.012;

type Triple = readonly [number, number, number];

function toLinear(channel: number): number {
  return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
}
function toGamma(linear: number): number {
  return linear <= 0.0031308 ? 12.92 * linear : 1.055 * linear ** (1 / 2.4) - 0.055;
}

/** `#rrggbb` to linear RGB, 0…1. Anything else is a programming error. */
function linearOf(hex: string): Triple {
  if (!/^#[0-9a-f]{6}$/i.test(hex)) throw new RangeError(`not a #rrggbb colour: ${hex}`);
  const channel = (at: number) => toLinear(Number.parseInt(hex.slice(at, at + 2), 16) / 255);
  return [channel(1), channel(3), channel(5)];
}

function lchOf(hex: string): { lightness: number; chroma: number; hue: number } {
  const [r, g, b] = linearOf(hex);
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  const a2 = 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s;
  const b2 = 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s;
  return {
    lightness: 0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    chroma: Math.hypot(a2, b2),
    hue: Math.atan2(b2, a2),
  };
}

function linearFromLch(lightness: number, chroma: number, hue: number): Triple {
  const a = chroma * Math.cos(hue);
  const b = chroma * Math.sin(hue);
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ];
}

function isShowable(rgb: Triple): boolean {
  return rgb.every((part) => part > 0.0003 && part < 0.9915);
}

/** The colour as hex; chroma outside sRGB is reduced, hue and lightness stay. */
function hexOf(lightness: number, chroma: number, hue: number): string {
  let fits = chroma;
  if (!isShowable(linearFromLch(lightness, chroma, hue))) {
    let tooMuch = chroma;
    fits = 0;
    for (let round = 0; round < 18; round++) {
      const middle = (fits + tooMuch) / 2;
      if (isShowable(linearFromLch(lightness, middle, hue))) fits = middle;
      else tooMuch = middle;
    }
  }
  const byte = (part: number) =>
    Math.round(255 * toGamma(Math.min(1, Math.max(0, part))))
      .toString(16)
      .padStart(2, '0');
  return `#${linearFromLch(lightness, fits, hue).map(byte).join('')}`;
}

function luminance(hex: string): number {
  const [r, g, b] = linearOf(hex);
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** WCAG contrast ratio of two `#rrggbb` colours, 1…21. */
export function contrast(one: string, other: string): number {
  const a = luminance(one) + 0.05;
  const b = luminance(other) + 0.05;
  return a > b ? a / b : b / a;
}

/**
 * The ramp with the seed on `stop`. The lightness curve passes through the seed and approaches Fluent's at both ends;
 * stops with white text are darkened, and those on dark cards lightened, until their contrast suffices.
 */
export function rampOf(seed: string, stop: Stop): Ramp {
  const { lightness, chroma, hue } = lchOf(seed);
  const [seedL, seedC] = CURVE[stop];
  const darkest = CURVE[10][0];
  const shift = lightness - seedL;
  const relative = chroma / seedC;

  const ramp = { [stop]: seed.toLowerCase() } as Ramp;
  const [below, above] = [STOPS.filter((at) => at < stop), STOPS.filter((at) => at > stop)];
  const settle = (at: Stop, bent: number, step: number, isEnough: (colour: string) => boolean): number => {
    const chromaAt = CURVE[at][1] * relative;
    let wanted = bent;
    ramp[at] = hexOf(wanted, chromaAt, hue);
    while (!isEnough(ramp[at]) && wanted > 0 && wanted < 1) {
      wanted += step;
      ramp[at] = hexOf(wanted, chromaAt, hue);
    }
    return wanted;
  };
  // From the seed outwards, so that a stop moved for its contrast moves the ones beyond it and the order stays.
  let ceiling = lightness;
  for (const at of below.toReversed()) {
    const share = (CURVE[at][0] - darkest) / (seedL - darkest);
    const bent = Math.min(CURVE[at][0] + shift * share, ceiling - LEAST_STEP);
    ceiling = settle(at, bent, -0.002, (colour) => contrast(colour, '#ffffff') >= (WHITE_ON[at] ?? 1));
  }
  let floor = lightness;
  for (const at of above) {
    const share = (1 - CURVE[at][0]) / (1 - seedL);
    const bent = Math.max(CURVE[at][0] + shift * share, Math.min(floor + LEAST_STEP, 1));
    floor = settle(at, bent, 0.002, (colour) => contrast(colour, DARK_CARD) >= (ON_DARK[at] ?? 1));
  }
  return ramp;
}

/** The stop on which a seed changes the curve least. */
export function stopOf(seed: string): Stop {
  const { lightness } = lchOf(seed);
  // Only the middle of the ramp, because a paler or darker stop would distort the others, and only with enough contrast.
  const candidates = ([70, 80, 90, 100, 110] as const).filter((at) => contrast(seed, DARK_CARD) >= (ON_DARK[at] ?? 1));
  return candidates.reduce((best, at) =>
    Math.abs(CURVE[at][0] - lightness) < Math.abs(CURVE[best][0] - lightness) ? at : best,
  );
}
