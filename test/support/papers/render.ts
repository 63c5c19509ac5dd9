/** Renders the sample papers in Chromium, as a scanner or a phone would deliver them. */
import type { Browser } from 'playwright-core';
import type { Sample } from './samples';

interface Look {
  /** Degrees, clockwise. */
  turn: number;
  /** Radius of the blur in pixels. */
  blur: number;
  /** Share of the contrast that is left, and how light the picture is. */
  contrast: number;
  light: number;
  /** Strength of the noise, 0 to 255. */
  noise: number;
  /** Side of the picture's pixels in pixels of the page. */
  grain: number;
  /** Black and white alone. */
  isFax?: true;
  jpeg?: number;
}
export const qualities = {
  clean: { turn: 0, blur: 0, contrast: 1, light: 1, noise: 0, grain: 1 },
  photo: { turn: 1.6, blur: 0.8, contrast: 0.95, light: 0.97, noise: 8, grain: 1, jpeg: 0.55 },
  dim: { turn: -4, blur: 0.8, contrast: 0.5, light: 0.72, noise: 16, grain: 1, jpeg: 0.5 },
  fax: { turn: 0.6, blur: 0.4, contrast: 1.2, light: 1, noise: 20, grain: 1.25, isFax: true },
} as const satisfies Record<string, Look>;
export type Quality = keyof typeof qualities;

/** Runs in the page: draws the picture on a larger table, turned, blurred and spoilt; answers a data address. */
async function spoil({ source, look }: { source: string; look: Look }): Promise<string> {
  const image = new Image();
  image.src = source;
  await image.decode();
  const margin = look.turn === 0 ? 0 : 60;
  const canvas = document.createElement('canvas');
  canvas.width = Math.round((image.width + 2 * margin) / look.grain);
  canvas.height = Math.round((image.height + 2 * margin) / look.grain);
  const pen = canvas.getContext('2d', { willReadFrequently: true })!;
  pen.fillStyle = look.isFax ? '#fff' : '#8d8479';
  pen.fillRect(0, 0, canvas.width, canvas.height);
  pen.filter = `blur(${look.blur}px) contrast(${look.contrast}) brightness(${look.light})`;
  pen.translate(canvas.width / 2, canvas.height / 2);
  pen.rotate((look.turn * Math.PI) / 180);
  pen.scale(1 / look.grain, 1 / look.grain);
  pen.drawImage(image, -image.width / 2, -image.height / 2);
  const pixels = pen.getImageData(0, 0, canvas.width, canvas.height);
  const { data } = pixels;
  let state = 7_150_032; // the same noise each time
  for (let at = 0; at < data.length; at += 4) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    const noise = (state / 2 ** 32 - 0.5) * 2 * look.noise;
    const grey = 0.3 * data[at]! + 0.59 * data[at + 1]! + 0.11 * data[at + 2]! + noise;
    for (let part = 0; part < 3; part++)
      data[at + part] = look.isFax ? (grey < 150 ? 0 : 255) : data[at + part]! + noise;
  }
  pen.putImageData(pixels, 0, 0);
  return look.jpeg ? canvas.toDataURL('image/jpeg', look.jpeg) : canvas.toDataURL('image/png');
}

/** A picture of the paper: PNG, or JPEG where the look says so. */
export async function render(browser: Browser, sample: Sample, quality: Quality): Promise<Buffer> {
  const [width, height] = sample.size;
  const page = await browser.newPage({ viewport: { width, height } });
  try {
    await page.setContent(sample.html);
    const plain = await page.screenshot({ type: 'png' });
    if (quality === 'clean') return plain;
    const source = `data:image/png;base64,${plain.toString('base64')}`;
    const made = await page.evaluate(spoil, { source, look: qualities[quality] as Look });
    return Buffer.from(made.slice(made.indexOf(',') + 1), 'base64');
  } finally {
    await page.close();
  }
}
