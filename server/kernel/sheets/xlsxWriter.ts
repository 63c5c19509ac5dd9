/** Writes a workbook (Office Open XML) as a stream: memory holds one batch of rows, whatever their number. */

import { type CellKind, isExactNumber, type SheetColumn, type SheetRow } from './sheet';
import { serialOf } from './xlsxDates';
import { columnLetters, xmlText } from './xlsxText';
import { ZipWriter } from './zipWriter';

/** Rows of a sheet, the heading included. Further rows go to another sheet. */
export const mostRows = 1_048_576;
const mostName = 31;
/** Characters that the list of a data validation may hold. */
const mostOffered = 255;

/** Indexes into `cellXfs` below. */
const styles: Readonly<Record<CellKind | 'head' | 'requiredHead', number>> = {
  text: 1,
  integer: 2,
  money: 3,
  percent: 4,
  date: 5,
  dateTime: 6,
  head: 7,
  requiredHead: 8,
};
/** Widths of columns, in characters. */
const widths: Readonly<Record<CellKind, number>> = {
  text: 18,
  integer: 10,
  money: 16,
  percent: 10,
  date: 12,
  dateTime: 20,
};

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const packageRelations = 'http://schemas.openxmlformats.org/package/2006/relationships';
const types = 'http://schemas.openxmlformats.org/package/2006/content-types';
const sheetType = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

const stylesXml = `${declaration}<styleSheet xmlns="${main}"><numFmts count="3"><numFmt numFmtId="164" formatCode="0.00##%"/><numFmt numFmtId="165" formatCode="yyyy\\-mm\\-dd"/><numFmt numFmtId="166" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss"/></numFmts><fonts count="3"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><color rgb="FFB10E1C"/><name val="Calibri"/></font></fonts><fills count="3"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill><fill><patternFill patternType="solid"><fgColor rgb="FFF0F0F0"/></patternFill></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="9"><xf/>${[
  '49',
  '1',
  '4',
  '164',
  '165',
  '166',
]
  .map((format) => `<xf numFmtId="${format}" applyNumberFormat="1"/>`)
  .join(
    '',
  )}<xf fontId="1" fillId="2" applyFont="1" applyFill="1"/><xf fontId="2" fillId="2" applyFont="1" applyFill="1"/></cellXfs></styleSheet>`;

/** Characters that the name of a sheet may not contain, or not at its ends. */
export function sheetName(name: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: no name contains them
  const plain = name.replace(/[\\/*?:[\]\u0000-\u001f]/g, ' ').replace(/^'+|(?<!')'+$/g, '');
  return plain.trim().slice(0, mostName) || 'Sheet';
}

function textCell(at: string, text: string, style: number): string {
  return `<c r="${at}" s="${style}" t="inlineStr"><is><t xml:space="preserve">${xmlText(text)}</t></is></c>`;
}

/** `7.2` as the number behind 7.2 %: `0.072`, by moving the point. */
function hundredth(decimal: string): string {
  const [whole = '', fraction = ''] = decimal.replace('-', '').split('.');
  const digits = whole.padStart(3, '0') + fraction;
  const at = digits.length - fraction.length - 2;
  const moved = `${digits.slice(0, at)}.${digits.slice(at)}`.replace(/^0+(?=\d)/, '').replace(/\.0+$|(?<!0)0+$/, '');
  return `${decimal.startsWith('-') && moved !== '0' ? '-' : ''}${moved}`;
}

function numberOf(kind: CellKind, text: string): string | undefined {
  if (kind === 'date' || kind === 'dateTime') return serialOf(text);
  if (kind === 'text' || !isExactNumber(text)) return undefined;
  return kind === 'percent' ? hundredth(text) : text;
}

function cellXml(at: string, kind: CellKind, text: string): string {
  const number = numberOf(kind, text);
  return number === undefined
    ? textCell(at, text, styles.text)
    : `<c r="${at}" s="${styles[kind]}"><v>${number}</v></c>`;
}

function headRow(columns: readonly SheetColumn[], letters: readonly string[]): string {
  const cells = columns.map(({ head, isRequired }, index) =>
    textCell(`${letters[index]}1`, head, isRequired ? styles.requiredHead : styles.head),
  );
  return `<row r="1">${cells.join('')}</row>`;
}

function sheetHead(columns: readonly SheetColumn[], letters: readonly string[]): string {
  const cols = columns.map(
    ({ kind, head }, index) =>
      `<col min="${index + 1}" max="${index + 1}" width="${Math.max(widths[kind], Math.min(40, 2 * head.length + 2))}" style="${styles[kind]}" customWidth="1"/>`,
  );
  return `${declaration}<worksheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>${cols.join('')}</cols><sheetData>${headRow(columns, letters)}`;
}

/** Lists that a person chooses from in a cell; a list that does not fit is explained in words only. */
function validations(columns: readonly SheetColumn[], letters: readonly string[]): string {
  const rules = columns.flatMap(({ offered = [] }, index) => {
    const list = offered.join(',');
    const isFit = list !== '' && list.length <= mostOffered && !offered.some((one) => one.includes(','));
    const range = `${letters[index]}2:${letters[index]}${mostRows}`;
    return isFit
      ? `<dataValidation type="list" allowBlank="1" showErrorMessage="1" sqref="${range}"><formula1>${xmlText(`"${list.replaceAll('"', '""')}"`)}</formula1></dataValidation>`
      : [];
  });
  return rules.length > 0 ? `<dataValidations count="${rules.length}">${rules.join('')}</dataValidations>` : '';
}

/** One sheet, and the rows of the next one where this one is full. */
export interface Sheet {
  name: string;
  columns: readonly SheetColumn[];
  /** In batches: each is written as a whole. */
  rows: AsyncIterable<readonly SheetRow[]> | Iterable<readonly SheetRow[]>;
}

class SheetWriter {
  private readonly letters: string[];
  private waiting: readonly SheetRow[] = [];
  private isDone = false;

  constructor(
    private readonly columns: readonly SheetColumn[],
    private readonly batches: AsyncIterator<readonly SheetRow[]> | Iterator<readonly SheetRow[]>,
    private readonly limit: number,
  ) {
    this.letters = columns.map((_, index) => columnLetters(index));
  }

  get hasMore(): boolean {
    return this.waiting.length > 0;
  }

  async *xml(): AsyncGenerator<string> {
    yield sheetHead(this.columns, this.letters);
    for (let next = 2; next <= this.limit; ) {
      if (!(await this.hasWaiting())) break;
      const fit = this.waiting.slice(0, this.limit - next + 1);
      this.waiting = this.waiting.slice(fit.length);
      yield fit.map((row, index) => this.rowXml(row, next + index)).join('');
      next += fit.length;
    }
    await this.hasWaiting(); // whether there is another sheet
    yield `</sheetData>${validations(this.columns, this.letters)}</worksheet>`;
  }

  private async hasWaiting(): Promise<boolean> {
    while (this.waiting.length === 0 && !this.isDone) {
      const { done, value } = await this.batches.next();
      if (done) this.isDone = true;
      else this.waiting = value;
    }
    return this.waiting.length > 0;
  }

  private rowXml(row: SheetRow, number: number): string {
    let cells = '';
    for (let at = 0; at < this.columns.length; at++) {
      const text = row[at];
      if (text === null || text === undefined || text === '') continue;
      cells += cellXml(`${this.letters[at]}${number}`, this.columns[at]!.kind, text);
    }
    return `<row r="${number}">${cells}</row>`;
  }
}

function iteratorOf<T>(given: AsyncIterable<T> | Iterable<T>): AsyncIterator<T> | Iterator<T> {
  return Symbol.asyncIterator in given ? given[Symbol.asyncIterator]() : given[Symbol.iterator]();
}

/** The files that name the sheets. They come last, because the number of sheets is known then. */
function bookFiles(names: readonly string[]): [name: string, xml: string][] {
  const each = (made: (index: number) => string) => names.map((_, index) => made(index + 1)).join('');
  const sheets = names.map((name, i) => `<sheet name="${xmlText(name)}" sheetId="${i + 1}" r:id="rId${i + 1}"/>`);
  const styleId = `rId${names.length + 1}`;
  return [
    ['xl/styles.xml', stylesXml],
    [
      'xl/workbook.xml',
      `${declaration}<workbook xmlns="${main}" xmlns:r="${relations}"><sheets>${sheets.join('')}</sheets></workbook>`,
    ],
    [
      'xl/_rels/workbook.xml.rels',
      `${declaration}<Relationships xmlns="${packageRelations}">${each((n) => `<Relationship Id="rId${n}" Type="${relations}/worksheet" Target="worksheets/sheet${n}.xml"/>`)}<Relationship Id="${styleId}" Type="${relations}/styles" Target="styles.xml"/></Relationships>`,
    ],
    [
      '_rels/.rels',
      `${declaration}<Relationships xmlns="${packageRelations}"><Relationship Id="rId1" Type="${relations}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    ],
    [
      '[Content_Types].xml',
      `${declaration}<Types xmlns="${types}"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${sheetType}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${sheetType}.styles+xml"/>${each((n) => `<Override PartName="/xl/worksheets/sheet${n}.xml" ContentType="${sheetType}.worksheet+xml"/>`)}</Types>`,
    ],
  ];
}

/** The bytes of a workbook with these sheets, each of at most `limit` rows. Texts are plain strings, whatever they begin
 *  with: no cell is a formula. */
export async function* writeXlsx(sheets: readonly Sheet[], limit = mostRows): AsyncGenerator<Buffer> {
  const zip = new ZipWriter();
  const names: string[] = [];
  for (const { name, columns, rows } of sheets) {
    const batches = iteratorOf(rows);
    const writer = new SheetWriter(columns, batches, limit);
    try {
      for (let part = 1; part === 1 || writer.hasMore; part++) {
        const own = sheetName(name);
        names.push(part === 1 ? own : `${own.slice(0, mostName - 4)} ${part}`);
        yield* zip.file(`xl/worksheets/sheet${names.length}.xml`, writer.xml());
      }
    } finally {
      await batches.return?.();
    }
  }
  for (const [name, xml] of bookFiles(names)) yield* zip.file(name, [xml]);
  yield zip.end();
}
