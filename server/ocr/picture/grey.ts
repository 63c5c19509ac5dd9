/** Grey pictures and what is done to them before text is looked for. All of it is plain arithmetic on pixels. */

/** A picture in shades of grey, one byte a pixel, row by row. */
export interface Grey {
  width: number;
  height: number;
  data: Uint8Array;
}

export function greyOfRgba(width: number, height: number, rgba: Uint8Array): Grey {
  const data = new Uint8Array(width * height);
  for (let at = 0, from = 0; at < data.length; at++, from += 4) {
    const opaque = rgba[from + 3]! / 255;
    const grey = 0.299 * rgba[from]! + 0.587 * rgba[from + 1]! + 0.114 * rgba[from + 2]!;
    data[at] = grey * opaque + 255 * (1 - opaque); // what is transparent lies on white
  }
  return { width, height, data };
}

/** The picture as it is shown, from the way in which its camera was held (EXIF, 1 to 8). */
export function upright(picture: Grey, orientation: number): Grey {
  if (orientation < 2 || orientation > 8) return picture;
  const { width, height, data } = picture;
  const isTurned = orientation >= 5;
  const [w, h] = isTurned ? [height, width] : [width, height];
  const shown = new Uint8Array(data.length);
  for (let y = 0; y < h; y++)
    for (let x = 0; x < w; x++) {
      const [u, v] = isTurned ? [y, x] : [x, y];
      const isMirroredX = [2, 3, 7, 8].includes(orientation);
      const isMirroredY = [3, 4, 6, 7].includes(orientation);
      const column = isMirroredX ? width - 1 - u : u;
      const row = isMirroredY ? height - 1 - v : v;
      shown[y * w + x] = data[row * width + column]!;
    }
  return { width: w, height: h, data: shown };
}

/** Sums of all pixels above and left of each place: the mean of any rectangle in four look-ups. */
function sumsOf({ width, height, data }: Grey): Float64Array {
  const sums = new Float64Array((width + 1) * (height + 1));
  for (let y = 0; y < height; y++) {
    let row = 0;
    for (let x = 0; x < width; x++) {
      row += data[y * width + x]!;
      sums[(y + 1) * (width + 1) + x + 1] = sums[y * (width + 1) + x + 1]! + row;
    }
  }
  return sums;
}

/** The mean around each pixel, up to `radius` away. */
export function meansOf(picture: Grey, radius: number): Uint8Array {
  const { width, height } = picture;
  const sums = sumsOf(picture);
  const means = new Uint8Array(width * height);
  for (let y = 0; y < height; y++) {
    const [top, bottom] = [Math.max(0, y - radius), Math.min(height, y + radius + 1)];
    for (let x = 0; x < width; x++) {
      const [left, right] = [Math.max(0, x - radius), Math.min(width, x + radius + 1)];
      const sum =
        sums[bottom * (width + 1) + right]! -
        sums[top * (width + 1) + right]! -
        sums[bottom * (width + 1) + left]! +
        sums[top * (width + 1) + left]!;
      means[y * width + x] = sum / ((bottom - top) * (right - left));
    }
  }
  return means;
}

function half({ width, height, data }: Grey): Grey {
  const [w, h] = [width >> 1, height >> 1];
  const made = new Uint8Array(w * h);
  for (let y = 0; y < h; y++)
    for (let x = 0; x < w; x++) {
      const at = 2 * y * width + 2 * x;
      made[y * w + x] = (data[at]! + data[at + 1]! + data[at + width]! + data[at + width + 1]!) >> 2;
    }
  return { width: w, height: h, data: made };
}

/** The picture with half the side, as often as it is larger than `most` pixels wide. */
export function shrunk(picture: Grey, most: number): Grey {
  let small = picture;
  while (small.width > most) small = half(small);
  return small;
}

/** The picture with half the side, as often as it has more than `most` pixels; `times`: how much larger it was. */
export function halved(picture: Grey, most: number): { picture: Grey; times: number } {
  let [small, times] = [picture, 1];
  while (small.width * small.height > most) [small, times] = [half(small), times * 2];
  return { picture: small, times };
}

/** How much the pixels differ from their neighbours where nothing is drawn: the median of the differences. */
function noiseOf({ width, height, data }: Grey): number {
  const counts = new Uint32Array(256);
  let all = 0;
  for (let y = 1; y < height - 1; y += 2)
    for (let x = 1; x < width - 1; x += 2) {
      const at = y * width + x;
      counts[Math.abs(data[at]! * 2 - data[at - 1]! - data[at + 1]!) >> 1]!++;
      all++;
    }
  let below = 0;
  for (let value = 0; value < 256; value++) {
    below += counts[value]!;
    if (below * 2 >= all) return value;
  }
  return 0;
}

/** From this noise on a picture is smoothed before it is read. */
const smoothedFrom = 3;

/** Even light and full contrast: each pixel against the paper around it, noise smoothed. */
export function evened(picture: Grey): Grey {
  const { width, height } = picture;
  const noise = noiseOf(picture);
  let calm = picture;
  for (let from = smoothedFrom; from <= noise && from <= 4 * smoothedFrom; from *= 2)
    calm = { width, height, data: meansOf(calm, 1) };
  const paper = meansOf(calm, Math.round(Math.max(width, height) / 30));
  const data = new Uint8Array(calm.data.length);
  const counts = new Uint32Array(256);
  for (let at = 0; at < data.length; at++) {
    const share = Math.min(255, (calm.data[at]! * 235) / Math.max(1, paper[at]!));
    data[at] = share;
    counts[data[at]!]!++;
  }
  // The darkest hundredth is ink; the paper is where most of the pixels are.
  let dark = 0;
  for (let below = 0; dark < 200 && below < data.length / 100; dark++) below += counts[dark]!;
  const light = 225;
  const span = Math.max(30, light - dark);
  for (let at = 0; at < data.length; at++) data[at] = Math.max(0, Math.min(255, ((data[at]! - dark) * 255) / span));
  return { width, height, data };
}

/** The angle of the lines of text in degrees, from -8 to 8, positive where they fall to the right. */
export function slopeOf(picture: Grey): number {
  const small = shrunk(picture, 800);
  const { width, height, data } = small;
  const paper = meansOf(small, 12);
  const dots: [number, number][] = [];
  for (let y = 2; y < height - 2; y++)
    for (let x = 2; x < width - 2; x++) if (data[y * width + x]! < paper[y * width + x]! * 0.88) dots.push([x, y]);
  const sharpness = (degrees: number) => {
    const slope = Math.tan((degrees * Math.PI) / 180);
    const rows = new Float64Array(2 * height);
    for (const [x, y] of dots) rows[Math.round(y - (x - width / 2) * slope + height / 2)]!++;
    let sum = 0;
    for (let row = 1; row < rows.length; row++) sum += (rows[row]! - rows[row - 1]!) ** 2;
    return sum;
  };
  const best = (from: number, to: number, step: number) => {
    let [found, most] = [0, -1];
    for (let angle = from; angle <= to + 1e-9; angle += step) {
      const value = sharpness(angle);
      if (value > most) [found, most] = [angle, value];
    }
    return found;
  };
  const rough = best(-8, 8, 0.5);
  return best(rough - 0.4, rough + 0.4, 0.1);
}

/** A picture turned and enlarged about its middle, and the way back. */
export interface Turned {
  picture: Grey;
  /** A place in the turned picture as a place in the one that it was made of. */
  back(x: number, y: number): [x: number, y: number];
}

/** Turns the picture so that lines with this slope are level, and enlarges it; what was outside is white. */
export function turned(picture: Grey, degrees: number, scale: number): Turned {
  const { width, height, data } = picture;
  const [w, h] = [Math.round(width * scale), Math.round(height * scale)];
  const [cos, sin] = [Math.cos((degrees * Math.PI) / 180) / scale, Math.sin((degrees * Math.PI) / 180) / scale];
  const back = (x: number, y: number): [number, number] => {
    const [dx, dy] = [x - w / 2, y - h / 2];
    return [width / 2 + dx * cos - dy * sin, height / 2 + dx * sin + dy * cos];
  };
  const made = new Uint8Array(w * h).fill(255);
  for (let y = 0; y < h; y++)
    for (let x = 0; x < w; x++) {
      const [u, v] = back(x, y);
      const [left, top] = [Math.floor(u), Math.floor(v)];
      if (left < 0 || top < 0 || left >= width - 1 || top >= height - 1) continue;
      const [fx, fy] = [u - left, v - top];
      const at = top * width + left;
      made[y * w + x] =
        (data[at]! * (1 - fx) + data[at + 1]! * fx) * (1 - fy) +
        (data[at + width]! * (1 - fx) + data[at + width + 1]! * fx) * fy;
    }
  return { picture: { width: w, height: h, data: made }, back };
}

/** Darker than this is ink in an evened picture. */
const ink = 150;
/** Takes the lines of tables out: dark runs that are longer than any stroke of a letter, and thin. */
export function withoutRules(picture: Grey, longest: number): Grey {
  const { width, height, data } = picture;
  const clean = Uint8Array.from(data);
  const wipe = (length: number, lines: number, at: (place: number, line: number) => number, reach: number) => {
    // A short break is noise.
    const isInk = (place: number, line: number) =>
      [0, 1, 2].some((more) => place + more < length && data[at(place + more, line)]! < ink);
    for (let line = 0; line < lines; line++) {
      let from = 0;
      for (let place = 0; place <= length; place++) {
        if (place < length && (data[at(place, line)]! < ink || (place - from > longest / 4 && isInk(place + 1, line))))
          continue;
        if (place - from >= longest)
          for (let dot = from; dot < place; dot++)
            for (let beside = -1; beside <= 1; beside++) {
              const spot = at(dot, line) + beside * reach;
              if (spot >= 0 && spot < clean.length) clean[spot] = 255;
            }
        from = place + 1;
      }
    }
  };
  wipe(width, height, (x, y) => y * width + x, width);
  wipe(height, width, (y, x) => y * width + x, 1);
  return { width, height, data: clean };
}
