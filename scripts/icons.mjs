/**
 * `node scripts/icons.mjs`: writes src/ui/icons/icons.ts and loginIcons.ts, the path data of the glyphs named here and
 * of no others, from Fluent UI System Icons, and contract/domain/icons/names.ts, the names that declarations may use. A
 * glyph is called as in Fluent, in lower case with hyphens; a name ending in `-f` is the filled shape. A test compares
 * the files with what this writes.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const size = 20;

/** Names that differ between the product and Fluent. */
const otherNames = {
  'arrow-rotate': 'arrow-rotate-clockwise',
  moon: 'weather-moon',
  question: 'question-circle',
  sun: 'brightness-high',
  'text-number-list': 'text-number-list-ltr',
};

const sets = [
  {
    file: 'src/ui/icons/icons.ts',
    constant: 'icons',
    comment: 'The icons of the console',
    names: `
      add alert apps arrow-clockwise arrow-down arrow-download arrow-exit arrow-import arrow-left arrow-maximize
      arrow-redo arrow-reply arrow-right arrow-rotate arrow-sort arrow-swap arrow-sync arrow-undo arrow-up
      arrow-upload attach book box bug building building-bank calculator calendar-clock calendar-ltr chat
      checkmark checkmark-circle checkmark-circle-f chevron-down chevron-left chevron-right chevron-up circle
      circle-hint clipboard-task clock cloud-arrow-up cloud-off code color column-triple contact-card copy
      data-pie data-trending database delete dismiss dismiss-circle dismiss-circle-f document document-add
      document-bullet-list document-pdf document-signature document-text edit eraser error-circle error-circle-f
      eye eye-off filter filter-dismiss flow folder form full-screen-maximize full-screen-minimize globe grid
      history home home-f hourglass image image-add info info-f key keyboard layer line-horizontal-3 link
      local-language lock-closed lock-open mail money moon more-horizontal more-vertical open organization
      paint-brush panel-left-contract panel-left-expand payment pen people people-settings people-team person
      person-circle person-key phone pin pin-f pause play-circle play-circle-f plug-connected print prohibited question re-order
      receipt receipt-money record-stop save scan-text search send settings shield shield-checkmark sign-out
      signature signature-f star subtract sun table tag task-list-ltr text-bold text-bullet-list text-density
      text-header-1 text-header-2 text-header-3 text-italic text-number-list text-quote text-underline timeline wallet warning warning-f wifi-off wrench
      zoom-fit zoom-in zoom-out`,
  },
  {
    file: 'src/ui/icons/loginIcons.ts',
    constant: 'loginIcons',
    type: 'LoginIcon',
    comment: "The icons of the sign-in and signing pages, which do not load the console's",
    names: `
      building person key phone mail eye eye-off shield-checkmark history person-lock checkmark
      checkmark-circle-f eraser lock-closed error-circle-f local-language`,
  },
];

/** Path data of every glyph of that size, by Fluent's own name (`Add20Regular`). */
function readShapes() {
  const folder = join(root, 'node_modules/@fluentui/react-icons/lib/sizedIcons');
  const glyph = new RegExp(`export const (\\w+${size}(?:Regular|Filled)) = .*?"${size}", \\[([^\\]]*)\\]`, 'g');
  const chunks = readdirSync(folder).filter((name) => /^chunk-\d+\.js$/.test(name));
  const found = chunks.flatMap((name) => [...readFileSync(join(folder, name), 'utf8').matchAll(glyph)]);
  return new Map(found.map(([, name, paths]) => [name, JSON.parse(`[${paths}]`).join('')]));
}

function fluentNameOf(name) {
  const isFilled = name.endsWith('-f');
  const plain = isFilled ? name.slice(0, -2) : name;
  const words = (otherNames[plain] ?? plain).split('-');
  return words.map((word) => word[0].toUpperCase() + word.slice(1)).join('') + size + (isFilled ? 'Filled' : 'Regular');
}

function namesIn({ names }) {
  return names.trim().split(/\s+/);
}

/** A set of shapes: path in the repository, and text. */
function shapesFile(set, shapes) {
  const { file, constant, type, comment } = set;
  const imports = type ? '' : "import type { IconName } from '../../../contract/domain/icons/names';\n\n";
  const typing = type
    ? ` as const;\n\nexport type ${type} = keyof typeof ${constant};`
    : ' as const satisfies Readonly<Record<IconName, string>>;';
  const entries = namesIn(set).map((name) => {
    const path = shapes.get(fluentNameOf(name));
    if (path === undefined) throw new Error(`Fluent has no glyph ${fluentNameOf(name)}`);
    return `  '${name}': '${path}',`;
  });
  const text = `/*! Icon shapes: Fluent UI System Icons, Copyright (c) Microsoft Corporation, MIT License. */

${imports}/** ${comment}: path data on a ${size} × ${size} grid,
 *  written by scripts/icons.mjs. A name ending in \`-f\` is the filled shape, which means "on". */
// biome-ignore format: generated with one line per icon
export const ${constant} = {
${entries.join('\n')}
}${typing}
`;
  return { file, text };
}

/** The names of the console's icons, without their shapes. */
function namesFile([console]) {
  const text = `/** The names of the console's icons, written by scripts/icons.mjs. The console itself needs their type alone. */
export const iconNames = [
${namesIn(console)
  .map((name) => `  '${name}',`)
  .join('\n')}
] as const;

export type IconName = (typeof iconNames)[number];
`;
  return { file: 'contract/domain/icons/names.ts', text };
}

/** The files: path in the repository, and text. */
export function iconFiles() {
  const shapes = readShapes();
  return [...sets.map((set) => shapesFile(set, shapes)), namesFile(sets)];
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  for (const { file, text } of iconFiles()) writeFileSync(join(root, file), text);
