import DOMPurify from 'dompurify';
import { useCallback } from 'react';
import styles from './RichText.module.css';

const allowedTags =
  'a b blockquote br code em h1 h2 h3 h4 hr i img li ol p pre s span strong sub sup table tbody td th thead tr u ul'.split(
    ' ',
  );
const allowedAttributes = ['href', 'title', 'src', 'alt', 'width', 'height', 'colspan', 'rowspan'];
/** Files of this host; a second stroke of either kind would name another one. */
function isOwnPath(address: string) {
  return /^\/(?![/\\])/.test(address);
}

/**
 * The same text without event handlers. It is no protection: the parser below reports each one that it meets to the
 * policy of the page, although none would ever run, and reports are for what is wrong.
 */
function withoutHandlers(html: string): string {
  return html.replace(/<[^>]+>/g, (tag) => tag.replace(/([\s"'/])on[a-z]+(?=\s*=)/gi, '$1data-off'));
}

/**
 * HTML that people wrote, made harmless: the same tags and attributes as on the server and nothing else, no style,
 * links to http, https and mailto alone, pictures of our own host. It is a piece of document and not a text, so nothing
 * can be put into it between here and the page.
 */
export function sanitised(html: string): DocumentFragment {
  const clean = DOMPurify.sanitize(withoutHandlers(html), {
    ALLOWED_TAGS: allowedTags,
    ALLOWED_ATTR: allowedAttributes,
    ALLOW_DATA_ATTR: false,
    ALLOW_ARIA_ATTR: false,
    ALLOWED_URI_REGEXP: /^(?:https?:\/\/|mailto:|\/(?![/\\]))/i,
    RETURN_DOM_FRAGMENT: true,
  });
  for (const link of clean.querySelectorAll('a')) {
    // The page that opens learns nothing about ours and has no hold on it.
    link.rel = 'noopener noreferrer nofollow';
    link.target = '_blank';
  }
  for (const picture of clean.querySelectorAll('img'))
    if (!isOwnPath(picture.getAttribute('src') ?? '')) picture.remove();
  return clean;
}

/** How text with headings, lists and pictures looks: the same where it is written and where it is read. */
export const richText = styles.richText;

/** The one place where HTML that people wrote is shown. */
export function RichText({ html }: { html: string }) {
  const fill = useCallback((element: HTMLDivElement | null) => element?.replaceChildren(sanitised(html)), [html]);
  return <div className={richText} ref={fill} />;
}
