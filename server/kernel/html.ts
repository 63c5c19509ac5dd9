import { createHash } from 'node:crypto';
import sanitizeHtml from 'sanitize-html';
import type { Context } from './context';
import { refuse } from './errors';

const allowedTags =
  'a b blockquote br code em h1 h2 h3 h4 hr i img li ol p pre s span strong sub sup table tbody td th thead tr u ul'.split(
    ' ',
  );

/** The largest number in each attribute that has one: a page is drawn for as many cells as they say. */
const largest: Readonly<Record<string, number>> = { colspan: 100, rowspan: 1000, width: 8192, height: 8192 };

/** Elements within each other; what is deeper is left out, as each one costs those above it. */
const deepest = 100;
/** The parser moves all open elements to add one, so a text with more of them is not read to its end. */
const mostOpen = 1000;

/** Attributes without numbers that are none, or that no page could draw. */
function bounded(attributes: Readonly<Record<string, string>>): Record<string, string> {
  const isFit = ([name, value]: [string, string]) => {
    const most = Object.hasOwn(largest, name) ? largest[name]! : undefined;
    return most === undefined || (/^\d{1,5}$/.test(value) && Number(value) >= 1 && Number(value) <= most);
  };
  return Object.fromEntries(Object.entries(attributes).filter(isFit));
}

/**
 * HTML that people may write: these tags and attributes and nothing else, no style, links to http, https and mailto
 * alone. `keepImage` answers a picture's new address, or that the picture is dropped. Refuses more than a thousand
 * elements within each other.
 */
export function sanitize(html: string, keepImage: (src: string) => string | undefined): string {
  let open = 0;
  return sanitizeHtml(html, {
    nestingLimit: deepest,
    onOpenTag() {
      open++;
      if (open > mostOpen) refuse('text.tooDeep', { most: mostOpen });
    },
    onCloseTag() {
      open--;
    },
    allowedTags,
    allowedAttributes: {
      a: ['href', 'title', 'rel', 'target'],
      img: ['src', 'alt', 'width', 'height'],
      td: ['colspan', 'rowspan'],
      th: ['colspan', 'rowspan'],
    },
    allowedSchemes: ['http', 'https', 'mailto'],
    allowedSchemesByTag: { img: [] }, // ours have none
    allowProtocolRelative: false,
    transformTags: {
      // The opened page gets neither our address nor a reference to our window.
      a: (tagName, { href = '', title }) => ({
        tagName,
        attribs: {
          ...(/^(https?:\/\/|mailto:)/i.test(href) ? { href } : {}),
          ...(title ? { title } : {}),
          rel: 'noopener noreferrer nofollow',
          target: '_blank',
        },
      }),
      img(tagName, { src = '', ...rest }) {
        const address = keepImage(src);
        return { tagName, attribs: address ? { ...bounded(rest), src: address } : {} };
      },
      td: (tagName, attribs) => ({ tagName, attribs: bounded(attribs) }),
      th: (tagName, attribs) => ({ tagName, attribs: bounded(attribs) }),
    },
    exclusiveFilter: ({ tag, attribs }) => tag === 'img' && !attribs.src,
  });
}

/** Plain text as HTML that shows it as it was written. */
export function htmlOf(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replace(/\r?\n/g, '<br />');
}

function bare(link: string) {
  return link.split('?')[0]!;
}

/**
 * HTML to be stored. Links to our files expire after an hour and their ids can be guessed, so a picture is accepted
 * only with a link that we issued, or when `before`, the replaced text, had it; it is stored as an address without
 * proof.
 */
export async function storedHtml(
  { deps }: Context,
  html: string,
  fileFrom: (link: string) => Promise<string | undefined>,
  before = '',
): Promise<string> {
  const links = new Set<string>();
  sanitize(html, (src) => {
    links.add(src);
    return src;
  });
  const known = new Set<string>();
  for (const src of links)
    if ((await fileFrom(src)) || (deps.files.idOf(src) && before.includes(`"${bare(src)}"`))) known.add(src);
  return sanitize(html, (src) => (known.has(src) ? bare(src) : undefined));
}

/** Letters of cleaned texts that are remembered: several pages of the longest. */
const mostRemembered = 8_000_000;
/** Cleaned texts with bare addresses, by the digests of the stored ones, the one that was asked for last at the end. */
const cleaned = new Map<string, string>();
let letters = 0;

/** Cleaning takes much longer than reading: a notice is cleaned once, and not for each person who looks. */
function cleanedOf(html: string, isOurs: (src: string) => boolean): string {
  const key = createHash('sha256').update(html).digest('base64');
  const known = cleaned.get(key);
  const clean = known ?? sanitize(html, (src) => (isOurs(src) ? src : undefined));
  cleaned.delete(key);
  cleaned.set(key, clean);
  if (known === undefined) letters += clean.length;
  for (const [oldest, text] of cleaned) {
    if (letters <= mostRemembered) break;
    cleaned.delete(oldest);
    letters -= text.length;
  }
  return clean;
}

/** Stored HTML to be shown: cleaned again, whatever its source, its pictures with valid links. */
export function shownHtml({ deps, tenantId }: Pick<Context, 'deps' | 'tenantId'>, html: string): string {
  const { files } = deps;
  const clean = cleanedOf(html, (src) => files.idOf(src) !== undefined);
  // Cleaned attributes hold no angle bracket and no quote.
  return clean.replace(/<img [^<>]*>/g, (tag) =>
    tag.replace(/(?<= src=")[^"]*/, (src) => htmlOf(files.link(tenantId, files.idOf(src)!, deps.now()))),
  );
}

/** Ids of our files that stored HTML shows as pictures. */
export function picturesIn({ deps }: Pick<Context, 'deps'>, html: string): string[] {
  const found = new Set<string>();
  sanitize(html, (src) => {
    const id = deps.files.idOf(src);
    if (id) found.add(id);
    return src;
  });
  return [...found];
}
