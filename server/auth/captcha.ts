import { readFile } from 'node:fs/promises';
import nodeModule from 'node:module';
import type { FastifyRequest } from 'fastify';
import { create, type Font } from 'fontkit';
import { sql } from 'kysely';
import type { Deps } from '../kernel/context';
import { refuse } from '../kernel/errors';
import { networkOf } from './throttle';

/** How long a picture is valid. */
const lifeMs = 2 * 60 * 1000;
/** Unanswered pictures of one network, which may be an office. */
const mostOfNetwork = 300;
const length = 5;
/** Without characters that resemble another one (0 O D Q, 1 I, 2 Z, 5 S, 8 B, U V) or are too wide (M W). */
const alphabet = 'ACEFGHJKLNPRTXY34679';
/** Pixels. */
const size = { width: 130, height: 48, letter: 30 };

type Point = [x: number, y: number];
/** Outlines of a character as closed rings of points, in font units, y upwards. */
type Rings = Point[][];

// Called through the module object because the bundler would try to bundle the result of a `createRequire` imported by
// name.
const nearby = nodeModule.createRequire(__filename);

/** Curves become short lines, so that the font's own numbers cannot be recognised. */
function ringsOf(font: Font, character: string): Rings {
  const rings: Rings = [];
  let at: Point = [0, 0];
  for (const { command, args } of font.glyphForCodePoint(character.codePointAt(0)!).path.commands) {
    const end = args.slice(-2) as Point;
    if (command === 'moveTo') rings.push([end]);
    if (command === 'lineTo') rings.at(-1)!.push(end);
    if (command === 'quadraticCurveTo' || command === 'bezierCurveTo')
      for (const t of [0.25, 0.5, 0.75, 1]) {
        const u = 1 - t;
        const [a = 0, b = 0, c = 0, d = 0] = args;
        rings
          .at(-1)!
          .push(
            command === 'quadraticCurveTo'
              ? [u * u * at[0] + 2 * u * t * a + t * t * end[0], u * u * at[1] + 2 * u * t * b + t * t * end[1]]
              : [
                  u ** 3 * at[0] + 3 * u * u * t * a + 3 * u * t * t * c + t ** 3 * end[0],
                  u ** 3 * at[1] + 3 * u * u * t * b + 3 * u * t * t * d + t ** 3 * end[1],
                ],
          );
      }
    if (command !== 'closePath') at = end;
  }
  return rings;
}

let outlines: Promise<Map<string, Rings>> | undefined;
/** A few kilobytes from a font of ten megabytes, which is released again. In em, y downwards, centred. */
function letters() {
  outlines ??= readFile(nearby.resolve('@expo-google-fonts/noto-sans-sc/700Bold/NotoSansSC_700Bold.ttf')).then(
    (file) => {
      const font = create(file) as Font;
      return new Map(
        [...alphabet].map((character) => {
          const { advanceWidth } = font.glyphForCodePoint(character.codePointAt(0)!);
          const rings = ringsOf(font, character).map((ring) =>
            ring.map(
              ([x, y]): Point => [(x - advanceWidth / 2) / font.unitsPerEm, (font.capHeight / 2 - y) / font.unitsPerEm],
            ),
          );
          return [character, rings];
        }),
      );
    },
  );
  return outlines;
}

/** An SVG of the text: one path of rotated, shifted, bent outlines in random order, with strokes through it. */
export async function captchaImage(text: string, draw: () => number): Promise<string> {
  const shapes = await letters();
  const between = (low: number, high: number) => low + draw() * (high - low);
  const [phase, wave] = [between(0, 6.3), between(14, 22)];
  const bend = ([x, y]: Point): Point => [x + 1.6 * Math.sin(y / wave + phase), y + 2.2 * Math.sin(x / wave + phase)];
  const jolt = ([x, y]: Point): Point => [x + between(-0.35, 0.35), y + between(-0.35, 0.35)];
  const step = size.width / (text.length + 0.6);
  const rings = [...text].flatMap((character, place) => {
    const [turn, scale] = [between(-0.45, 0.45), size.letter * between(0.9, 1.15)];
    const [left, top] = [step * (place + 0.8) + between(-2, 2), size.height / 2 + between(-5, 5)];
    return shapes
      .get(character)!
      .map((ring) =>
        ring.map(
          ([x, y]): Point => [
            left + scale * (x * Math.cos(turn) - y * Math.sin(turn)),
            top + scale * (x * Math.sin(turn) + y * Math.cos(turn)),
          ],
        ),
      );
  });
  const digits = ([x, y]: Point) => `${x.toFixed(1)} ${y.toFixed(1)}`;
  const path = rings
    .map((ring) => ({ ring, order: draw() }))
    .sort((a, b) => a.order - b.order)
    .map(({ ring }) => `M${ring.map((point) => digits(jolt(bend(point)))).join('L')}Z`)
    .join('');
  const strokes = Array.from({ length: 3 }, () => {
    const points = [0, size.width / 3, (2 * size.width) / 3, size.width].map((x): Point => [x, between(8, 40)]);
    return `M${digits(points[0]!)}C${points.slice(1).map(digits).join(' ')}`;
  }).join('');
  const dots = Array.from({ length: 24 }, () => `M${digits([between(0, size.width), between(0, size.height)])}h1`).join(
    '',
  );
  const hue = Math.floor(between(190, 250));
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" width="${size.width}" height="${size.height}" viewBox="0 0 ${size.width} ${size.height}">` +
    `<rect width="100%" height="100%" fill="#f4f6fa"/><path d="${path}" fill="hsl(${hue} 45% 38%)"/>` +
    `<path d="${strokes}${dots}" fill="none" stroke="hsl(${hue} 40% 48%)" stroke-width="1.3" stroke-linecap="round"/></svg>`;
  return `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`;
}

/** The answer is signed instead of stored: bound to the picture and to the address that requested it. */
function claimOf(key: string, address: string, answer: string) {
  return [key, networkOf(address), answer.trim().toUpperCase()].join('\n');
}

/** A new picture for an address. The tenant is not known yet. */
export async function makeCaptcha(deps: Deps, address: string): Promise<{ key: string; image: string }> {
  const draw = () => deps.random(4).readUInt32BE() / 2 ** 32;
  const text = Array.from({ length }, () => alphabet[Math.floor(draw() * alphabet.length)]).join('');
  const key = deps.random(16).toString('hex');
  const network = networkOf(address);
  const [proof, expires] = [deps.secrets.sign('captcha', claimOf(key, address, text)), new Date(deps.now() + lifeMs)];
  const { rows } = await sql`
    insert into captcha (key, proof, expires_at, network) select ${key}, ${proof}, ${expires}, ${network}
    where (select count(*) from captcha where network = ${network} and expires_at > ${new Date(deps.now())}) < ${mostOfNetwork}
    returning 1`.execute(deps.db.kysely);
  if (rows.length === 0) refuse('auth.tooFast', { seconds: lifeMs / 1000 });
  return { key, image: await captchaImage(text, draw) };
}

/** Whether the answer belongs to the picture, which is used up in either case. */
export async function takeCaptcha(deps: Deps, address: string, key: string, answer: string): Promise<boolean> {
  if (!/^[0-9a-f]{32}$/.test(key) || answer === '' || answer.length > 32) return false;
  const stored = await deps.db.kysely
    .deleteFrom('captcha')
    .where('key', '=', key)
    .returning(['proof', 'expires_at'])
    .executeTakeFirst();
  if (!stored || stored.expires_at.getTime() < deps.now()) return false;
  return deps.secrets.isSigned('captcha', claimOf(key, address, answer), stored.proof);
}

/** A header holds latin letters only; clients that allow for others send them percent-encoded. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Refuses `auth.badCaptcha` unless the headers `Captcha-Key` and `Captcha-Code` answer a picture, which is used up. */
export async function needCaptcha(deps: Deps, { headers, ip }: FastifyRequest): Promise<void> {
  const [key = '', answer = ''] = [headers['captcha-key'], headers['captcha-code']].map((stored) =>
    String(stored ?? ''),
  );
  if (!(await takeCaptcha(deps, ip, key, decoded(answer)))) refuse('auth.badCaptcha');
}
