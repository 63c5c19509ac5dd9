/** Tesseract, compiled to WebAssembly, with the small data of its own packages: no network, no build step. */
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import nodeModule from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createWorker, type Line, OEM, PSM, type Worker } from 'tesseract.js';
import { identityCardCheck } from '../../contract/domain/identity';
import type { Box, Recognised, TextLine } from '../kernel/ocr';
import { decoded, pngOf } from './picture/decoded';
import { evened, halved, slopeOf, type Turned, turned, withoutRules } from './picture/grey';

const languages = ['chi_sim', 'eng'] as const;
/** The characters of amounts in words. */
const amountLetters = '零壹贰叁肆伍陆柒捌玖拾佰仟万亿元圆角分整正';
/** A picture is enlarged until it is so wide, at most three times: letters of 30 to 60 pixels are read best. */
const readWidth = 1500;
const mostScale = 3;
/** The largest picture that is prepared, and that is recognised, in pixels: the engine keeps the memory of its largest. */
const mostPixels = 12e6;
const mostReadPixels = 6e6;
/** No stroke of a letter is longer than this part of the picture's width; what is longer belongs to a table. */
const longestStroke = 16;
/** A gap within a line that is wider than this share of its height begins another cell. */
const cellGap = 1.1;

interface Letter {
  text: string;
  confidence: number;
  left: number;
  right: number;
}

interface Cell {
  letters: readonly Letter[];
  top: number;
  bottom: number;
}

function isIdentityCard(number: string): boolean {
  return /^\d{17}[\dXx]$/.test(number) && number.slice(-1).toUpperCase() === identityCardCheck(number.slice(0, 17));
}

function isHan(letter: string | undefined): boolean {
  return letter !== undefined && /[\u2e80-\u9fff\uff00-\uffef]/.test(letter);
}

/** The letters of a line in its cells, without the blanks that stand between Chinese words. */
function cellsOf(line: Line): Letter[][] {
  const height = line.bbox.y1 - line.bbox.y0;
  const cells: Letter[][] = [];
  let right = Number.NEGATIVE_INFINITY;
  for (const { symbols, confidence: sure } of line.words) {
    const [first] = symbols;
    if (!first) continue;
    if (first.bbox.x0 - right > cellGap * height || cells.length === 0) cells.push([]);
    const cell = cells.at(-1)!;
    const before = cell.at(-1);
    if (before && !isHan(before.text) && !isHan(first.text))
      cell.push({ text: ' ', confidence: sure, left: before.right, right: first.bbox.x0 });
    for (const { text, confidence, bbox } of symbols)
      cell.push({ text, confidence: Math.min(sure, confidence) / 100, left: bbox.x0, right: bbox.x1 });
    right = cell.at(-1)!.right;
  }
  return cells;
}

/** A cell as a line of text in pixels of the picture as it was sent. */
function lineOf(letters: readonly Letter[], y0: number, y1: number, { back }: Turned): TextLine {
  const corner = (x: number, y: number) => back(x, y);
  const [left, right] = [letters[0]!.left, letters.at(-1)!.right];
  const corners = [corner(left, y0), corner(right, y0), corner(left, y1), corner(right, y1)];
  const [xs, ys] = [corners.map(([x]) => x), corners.map(([, y]) => y)];
  const [x, y] = [Math.max(0, Math.min(...xs)), Math.max(0, Math.min(...ys))];
  const box: Box = [Math.round(x), Math.round(y), Math.round(Math.max(...xs) - x), Math.round(Math.max(...ys) - y)];
  const middle = (y0 + y1) / 2;
  const places = [...letters.map((one) => one.left), right];
  return {
    // A symbol may be more than one UTF-16 unit; each is one letter with one edge here.
    text: letters.map(({ text }) => [...text][0] ?? ' ').join(''),
    confidence: letters.reduce((all, { confidence }) => all + confidence, 0) / letters.length,
    box,
    edges: places.map((place) => Math.round(corner(place, middle)[0])),
    level: [Math.round(left), Math.round(y0), Math.round(right - left), Math.round(y1 - y0)],
  };
}

export interface Reader {
  read(picture: { bytes: Buffer; contentType: string; picType: number }): Promise<Recognised>;
}

/** Copies of the data in one folder: each language has a package of its own. They are read at once and removed. */
function dataFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'leasedesk-ocr-'));
  const { resolve } = nodeModule.createRequire(__filename);
  for (const language of languages) {
    const file = `${language}.traineddata.gz`;
    const from = dirname(resolve(`@tesseract.js-data/${language}/package.json`));
    copyFileSync(join(from, '4.0.0_best_int', file), join(folder, file));
  }
  return folder;
}

async function start(progress: (share: number) => void): Promise<Worker> {
  const langPath = dataFolder();
  try {
    const logger = ({ status, progress: share }: { status: string; progress: number }) => {
      if (status === 'recognizing text') progress(share);
    };
    const options = { langPath, cacheMethod: 'none', logger, errorHandler: () => undefined };
    return await createWorker([...languages], OEM.LSTM_ONLY, options);
  } finally {
    rmSync(langPath, { recursive: true, force: true });
  }
}

/** Opens the engine. `progress` is told per cent of the job that is being done. */
export async function openTesseract(progress: (percent: number) => void): Promise<Reader> {
  const worker = await start((share) => progress(15 + Math.round(70 * share)));

  async function linesIn(png: Buffer, how: { psm: PSM; letters?: string; rectangle?: object }): Promise<Line[]> {
    await worker.setParameters({ tessedit_pageseg_mode: how.psm, tessedit_char_whitelist: how.letters ?? '' });
    const { data } = await worker.recognize(png, how.rectangle ? ({ rectangle: how.rectangle } as object) : {}, {
      text: false,
      blocks: true,
    });
    return (data.blocks ?? []).flatMap(({ paragraphs }) => paragraphs.flatMap(({ lines }) => lines));
  }

  /** An amount in words is read again, from its characters alone: common ones look alike. Its label stays as it is. */
  async function amountAgain(png: Buffer, { letters, top, bottom }: Cell): Promise<Cell> {
    const text = letters.map((one) => one.text).join('');
    if (!/[元圆]|[仟佰拾陆伍捌玖].*[仟佰拾陆伍捌玖]/.test(text) || /[户行司]/.test(text))
      return { letters, top, bottom };
    const label = letters.findLastIndex(({ text }) => /[)）>〉写,，:：”“|]/.test(text)) + 1;
    const [first, last] = [letters[label], letters.at(-1)];
    if (!first || !last) return { letters, top, bottom };
    const edge = (bottom - top) / 6;
    const rectangle = {
      left: Math.max(0, Math.round(first.left - edge)),
      top: Math.max(0, Math.round(top - edge)),
      width: Math.round(last.right - first.left + 2 * edge),
      height: Math.round(bottom - top + 2 * edge),
    };
    const [again] = await linesIn(png, { psm: PSM.SINGLE_LINE, letters: amountLetters, rectangle });
    const words = again ? cellsOf(again).flat() : [];
    // Fewer letters than before: some were left out, and the amount would be another one.
    const isWhole = words.length >= letters.length - label && words.some((one) => /[元圆]/.test(one.text));
    return { letters: isWhole ? [...letters.slice(0, label), ...words] : letters, top, bottom };
  }

  /** A number with a check digit that does not hold is read again, from digits alone. Of the two, the one that holds counts. */
  async function numberAgain(png: Buffer, cell: Cell): Promise<Cell> {
    const { letters, top, bottom } = cell;
    const text = letters.map((one) => one.text).join('');
    const [run] = /\d[\dXx]{15,18}/.exec(text) ?? [];
    if (!run || run.length !== text.length - text.indexOf(run) || isIdentityCard(run)) return cell;
    const from = text.indexOf(run);
    const edge = (bottom - top) / 4;
    const left = Math.max(0, Math.round(letters[from]!.left - edge));
    const rectangle = {
      left,
      top: Math.max(0, Math.round(top - edge)),
      width: Math.round(letters.at(-1)!.right + edge - left),
      height: Math.round(bottom - top + 2 * edge),
    };
    const [again] = await linesIn(png, { psm: PSM.SINGLE_LINE, letters: '0123456789X', rectangle });
    const digits = again
      ? cellsOf(again)
          .flat()
          .filter((one) => one.text.trim() !== '')
      : [];
    const isRight = isIdentityCard(digits.map((one) => one.text).join(''));
    return isRight ? { letters: [...letters.slice(0, from), ...digits], top, bottom } : cell;
  }

  return {
    async read({ bytes, contentType }) {
      progress(1);
      const grey = await decoded(bytes, contentType, async (other) => {
        const { data } = await worker.recognize(other, {}, { text: false, imageColor: true });
        return Buffer.from(String(data.imageColor).replace(/^data:image\/png;base64,/, ''), 'base64');
      });
      const { picture: small, times } = halved(grey, mostPixels);
      const even = evened(small);
      const wide = Math.max(0.5, Math.min(mostScale, readWidth / small.width));
      const scale = Math.min(wide, Math.sqrt(mostReadPixels / (small.width * small.height)));
      const level = turned(even, slopeOf(even), scale);
      const back: Turned['back'] = (x, y) => level.back(x, y).map((place) => place * times) as [number, number];
      const view = { ...level, back };
      const png = pngOf(withoutRules(view.picture, Math.round(view.picture.width / longestStroke)));
      progress(15);
      const found = await linesIn(png, { psm: PSM.SINGLE_BLOCK });
      const cells = found.flatMap((line) =>
        cellsOf(line).map((letters): Cell => ({ letters, top: line.bbox.y0, bottom: line.bbox.y1 })),
      );
      progress(88);
      const lines: TextLine[] = [];
      for (const cell of cells) {
        const { letters, top, bottom } = await numberAgain(png, await amountAgain(png, cell));
        lines.push(lineOf(letters, top, bottom, view));
      }
      return { lines, width: grey.width, height: grey.height };
    },
  };
}
