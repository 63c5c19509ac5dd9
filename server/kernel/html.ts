import sanitizeHtml from 'sanitize-html';
import type { Context } from './context';

const allowedTags =
  'a b blockquote br code em h1 h2 h3 h4 hr i img li ol p pre s span strong sub sup table tbody td th thead tr u ul'.split(
    ' ',
  );

/**
 * HTML as people may write it: these tags and attributes and nothing else, no style, links to http, https and mailto
 * alone. `keepImage` says what a picture's address becomes, or that the picture goes.
 */
export function sanitize(html: string, keepImage: (src: string) => string | undefined): string {
  return sanitizeHtml(html, {
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
      // The page that opens learns nothing about ours and has no hold on it.
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
        const kept = keepImage(src);
        return { tagName, attribs: kept ? { ...rest, src: kept } : {} };
      },
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
 * HTML on its way into the database. Links to our files die after an hour and their ids can be guessed, so a picture is
 * taken up only by a link that we gave out, or when `before`, the text this one replaces, had it; it is kept as an
 * address without proof.
 */
export function storedHtml({ deps, tenantId }: Context, html: string, before = ''): string {
  return sanitize(html, (src) => {
    const isKnown = deps.files.idFrom(tenantId, src) || (deps.files.idOf(src) && before.includes(`"${bare(src)}"`));
    return isKnown ? bare(src) : undefined;
  });
}

/** HTML on its way out: cleaned again, whoever wrote the row, its pictures with links that work now. */
export function shownHtml({ deps, tenantId }: Context, html: string): string {
  return sanitize(html, (src) => {
    const id = deps.files.idOf(src);
    return id && deps.files.link(tenantId, id, deps.now());
  });
}
