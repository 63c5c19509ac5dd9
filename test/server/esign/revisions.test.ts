/** What may follow a signature in files as other programs write them; the bytes alone, no signature is made here. */
import { compareRevisions } from '../../../server/esign/seal/revisions';

type Objects = Record<number, string>;

/** A file of so many revisions; object 1 is the catalogue, and each revision signs. `free`: an entry instead of an object. */
function written(...revisions: Objects[]) {
  let text = '%PDF-1.7\n';
  let before: number | undefined;
  const ranges: { at: number; end: number }[] = [];
  for (const objects of revisions) {
    let lines = '';
    let signed = 0;
    for (const [id, body] of Object.entries(objects)) {
      const [, generation = '0', value = body] = /^gen (\d) (.*)$/s.exec(body) ?? [];
      const entry =
        body === 'free' ? '0000000000 65535 f ' : `${String(text.length).padStart(10, '0')} 0000${generation} n `;
      lines += `${id} 1\n${entry}\n`;
      if (value.includes('/Type /Sig')) signed = text.length;
      if (body !== 'free') text += `${id} ${generation} obj\n${value}\nendobj\n`;
    }
    const at = text.length;
    const link = before === undefined ? '' : `/Prev ${before} `;
    text += `xref\n${lines}trailer\n<< /Root 1 0 R ${link}/Size 99 >>\nstartxref\n${at}\n%%EOF\n`;
    before = at;
    ranges.push({ at: signed, end: text.length });
  }
  return { file: Buffer.from(text, 'latin1'), ranges };
}
function stream(data: string): string {
  return `<< /Length ${data.length} >>\nstream\n${data}\nendstream`;
}

const page = '<< /Type /Page /Contents 5 0 R /Annots 8 0 R >>';
const fields = {
  10: '<< /T (one) /FT /Sig /V 20 0 R >>',
  11: '<< /T (two) /FT /Sig >>',
  12: '<< /T (text) /FT /Tx >>',
};
const sig = '<< /Type /Sig >>';
const locking = (action: string, names = '(text)') =>
  `<< /Type /Sig /Reference [<< /TransformMethod /FieldMDP /TransformParams << /Action /${action} /Fields [${names}] >> >>] >>`;
const certifying = (level: number) =>
  `<< /Type /Sig /Reference [<< /TransformMethod /DocMDP /TransformParams << /P ${level} >> >>] >>`;
/** Form and lists are objects of their own. */
const apart: Objects = {
  1: '<< /Type /Catalog /Pages 2 0 R /AcroForm 6 0 R /Metadata 9 0 R /DSS 30 0 R >>',
  2: '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
  3: page,
  5: stream('text'),
  6: '<< /Fields 7 0 R >>',
  7: '[10 0 R 11 0 R 12 0 R]',
  8: '[10 0 R 11 0 R 12 0 R]',
  9: stream('metadata'),
  ...fields,
  20: sig,
  30: '<< /Certs 31 0 R >>',
  31: '[32 0 R]',
  32: stream('certificate'),
};
/** The form is written into the catalogue, its lists into form and page. */
const within: Objects = {
  ...apart,
  1: '<< /Pages 2 0 R /AcroForm << /Fields [10 0 R 11 0 R 12 0 R] >> >>',
  3: '<< /Type /Page /Contents 5 0 R /Annots [10 0 R 11 0 R 12 0 R] >>',
};
const second: Objects = { 11: '<< /T (two) /FT /Sig /V 21 0 R /AP << /N 40 0 R >> >>', 21: sig, 40: stream('drawn') };
const third: Objects = { 13: '<< /T (three) /FT /Sig /V 21 0 R >>', 21: sig };

function kept(first: Objects, next: Objects, isOurs = false) {
  const { file, ranges } = written(first, next);
  return compareRevisions(file, ranges, isOurs).isKept;
}

it.each<[string, Objects, Objects]>([
  ['a signature in a free field', apart, second],
  ['a signature, where the form is in the catalogue', within, second],
  ['a text in a field', apart, { ...second, 12: '<< /T (text) /FT /Tx /V (filled) >>' }],
  ['the description of the file', apart, { ...second, 9: stream('other') }],
  ['more in the store of certificates', apart, { ...second, 31: '[32 0 R 33 0 R]', 33: stream('another') }],
  ['an object as it was', apart, { ...second, 3: page }],
  [
    'a text in a field that another lock leaves free',
    { ...apart, 20: locking('Exclude', '(text) (two)') },
    { ...second, 12: '<< /T (text) /FT /Tx /V (filled) >>' },
  ],
  [
    'a text in a field of a form that is certified for it',
    { ...apart, 20: certifying(2) },
    { ...second, 12: '<< /T (text) /FT /Tx /V (filled) >>' },
  ],
])('%s may follow, also in a contract of ours', (_name, first, next) => {
  expect([kept(first, next), kept(first, next, true)]).toEqual([
    [true, true],
    [true, true],
  ]);
});

it.each<[string, Objects, Objects]>([
  [
    'in lists that are objects',
    apart,
    { ...third, 7: '[10 0 R 11 0 R 12 0 R 13 0 R]', 8: '[10 0 R 11 0 R 12 0 R 13 0 R]' },
  ],
  [
    'in lists of form and page',
    within,
    {
      ...third,
      1: '<< /Pages 2 0 R /AcroForm << /SigFlags 3 /Fields [10 0 R 11 0 R 12 0 R 13 0 R] >> >>',
      3: '<< /Type /Page /Contents 5 0 R /Annots [10 0 R 11 0 R 12 0 R 13 0 R] >>',
    },
  ],
])(
  'a new signature field %s may follow, but neither in a contract of ours nor in a certified file',
  (_name, first, next) => {
    expect(kept(first, next)).toEqual([true, true]);
    expect(kept(first, next, true)).toEqual([false, true]);
    expect(kept({ ...first, 20: certifying(2) }, next)).toEqual([false, true]);
  },
);

it.each<[string, Objects, Objects]>([
  ['the contents of a page', apart, { ...second, 5: stream('else') }],
  ['a page', apart, { ...second, 3: '<< /Type /Page /Contents 5 0 R /Annots 8 0 R /Rotate 90 >>' }],
  ['an object that is freed', apart, { ...second, 5: 'free' }],
  ['an object of another generation', apart, { ...second, 5: `gen 1 ${stream('text')}` }],
  ['an annotation', apart, { ...second, 8: '[10 0 R 11 0 R 12 0 R 41 0 R]', 41: '<< /Subtype /Stamp >>' }],
  ['a field less', apart, { ...second, 7: '[10 0 R 11 0 R]' }],
  ['a field that grows', apart, { ...second, 12: '<< /T (text) /FT /Tx /Rect [0 0 9 9] >>' }],
  [
    'a text in a field that is locked',
    { ...apart, 20: locking('Include') },
    { ...second, 12: '<< /T (text) /FT /Tx /V (filled) >>' },
  ],
  [
    'a text in a form that is locked',
    { ...apart, 20: locking('All') },
    { ...second, 12: '<< /T (text) /FT /Tx /V (filled) >>' },
  ],
  [
    'a text in a file that is certified as it is',
    { ...apart, 20: certifying(1) },
    { ...second, 12: '<< /T (text) /FT /Tx /V (filled) >>' },
  ],
  ['the picture of a signature', apart, { ...second, 10: '<< /T (one) /FT /Sig /V 20 0 R /AP << /N 40 0 R >> >>' }],
  ['the value of a signature', apart, { ...second, 20: '<< /Type /Sig /Name (other) >>' }],
  [
    'a description that a page shows',
    { ...apart, 3: page.replace('5 0 R', '9 0 R') },
    { ...second, 9: stream('other') },
  ],
  [
    'a certificate that a page shows',
    { ...apart, 3: page.replace('5 0 R', '32 0 R') },
    { ...second, 32: stream('other') },
  ],
  [
    'a field that a page draws',
    { ...apart, 3: '<< /Type /Page /Resources << /XObject 12 0 R >> /Annots 8 0 R >>' },
    { ...second, 12: '<< /T (text) /FT /Tx /V 40 0 R >>' },
  ],
  [
    'what a page names and did not have',
    { ...apart, 3: page.replace('5 0 R', '50 0 R') },
    { ...second, 50: stream('else') },
  ],
])('%s may not follow', (_name, first, next) => {
  const [isKept] = kept(first, next);
  expect(isKept).toBe(false);
});

it('two places of one object in a table are not read', () => {
  const { file, ranges } = written(apart, second);
  const at = file.lastIndexOf('\n21 1\n');
  const doubled = Buffer.from(file);
  doubled.write('11', at + 1);
  expect(compareRevisions(file, ranges, false).isRead).toBe(true);
  expect(compareRevisions(doubled, ranges, false)).toEqual({ isKept: [false, false], isOpen: false, isRead: false });
});

it('a signature that the form does not name is none of the file', () => {
  const { file, ranges } = written(apart, { 21: sig });
  expect(compareRevisions(file, ranges, false).isKept).toEqual([true, false]);
});
