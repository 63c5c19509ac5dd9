import DOMPurify from 'dompurify';

interface Policies {
  defaultPolicy: unknown;
  createPolicy(name: string, rules: { createHTML(text: string): string }): unknown;
}
declare const trustedTypes: Policies | undefined;

/**
 * The page takes no HTML as text (`require-trusted-types-for`), and the editor and the drawing of diagrams hand it
 * some. Whatever arrives that way is made harmless first: no script, no handler, no address that runs.
 */
if (typeof trustedTypes !== 'undefined' && !trustedTypes.defaultPolicy)
  trustedTypes.createPolicy('default', {
    createHTML: (text) => DOMPurify.sanitize(text, { ADD_ATTR: ['target'], RETURN_TRUSTED_TYPE: false }),
  });
