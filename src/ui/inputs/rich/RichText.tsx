import DOMPurify from 'dompurify';
import { useCallback } from 'react';
import styles from './RichText.module.css';

const allowedTags =
  'a b blockquote br code em h1 h2 h3 h4 hr i img li ol p pre s span strong sub sup table tbody td th thead tr u ul'.split(
    ' ',
  );
const allowedAttributes = ['href', 'title', 'src', 'alt', 'width', 'height', 'colspan', 'rowspan'];
/** Whether an address is a path on this host; `//` and `/\\` begin another host. */
function isOwnPath(address: string) {
  return /^\/(?![/\\])/.test(address);
}

/**
 * HTML without event handlers. DOMPurify removes them anyway, but its parser would report each of them as a violation of
 * the page's content security policy.
 */
function withoutHandlers(html: string): string {
  return html.replace(/<[^>]+>/g, (tag) => tag.replace(/([\s"'/])on[a-z]+(?=\s*=)/gi, '$1data-off'));
}

/**
 * Untrusted HTML as a safe fragment: the tags and attributes that the server allows, links to http, https and mailto, and
 * pictures of this host. A fragment is not parsed again, so it cannot change on its way to the page.
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
    // The opened page gets neither the address nor a handle of this page.
    link.rel = 'noopener noreferrer nofollow';
    link.target = '_blank';
  }
  for (const picture of clean.querySelectorAll('img'))
    if (!isOwnPath(picture.getAttribute('src') ?? '')) picture.remove();
  return clean;
}

/** Class of formatted text, shared by the editor and the reader. */
export const richText = styles.richText;

/** Shows untrusted HTML. */
export function RichText({ html }: { html: string }) {
  const fill = useCallback((element: HTMLDivElement | null) => element?.replaceChildren(sanitised(html)), [html]);
  return <div className={richText} ref={fill} />;
}
